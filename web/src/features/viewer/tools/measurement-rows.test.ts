import { expect, test } from 'vitest'
import type { Measurement } from '../../../engine/viewer/tools/measurement.ts'
import { rowsOf, tableOf } from './measurement-rows.ts'
import { captionOf, snapshotFileName } from './snapshot-caption.ts'
import { testImage, unscaled } from './test-image.ts'

const { space } = testImage()
const at = (x: number, y: number) => ({ x, y })
const measurements: readonly Measurement[] = [
  { id: '1', kind: 'ruler', points: [at(0, 0), at(400, 0)] },
  { id: '2', kind: 'field', center: at(0, 0), diameter: 550 },
  { id: '3', kind: 'ruler', points: [at(0, 0), at(400, 0), at(400, 400)] },
  { id: '4', kind: 'area', points: [at(0, 0), at(40, 40), at(40, 0), at(0, 40)] },
]

test('each kind is counted by itself and says all it knows', () => {
  const rows = rowsOf(measurements, space, 'en-GB').map(({ name, value, detail }) => [name, value, detail])
  expect(rows).toEqual([
    ['Distance 1', '100 µm', ''],
    ['Field 1', '0.2376 mm²', 'Ø 550 µm'],
    ['Distance 2', '200 µm', 'Last segment 100 µm'],
    ['Area 1', 'Crosses itself: no area', 'Perimeter 48.28 µm'],
  ])
})

test('a table has a line for each and tabs between its columns', () => {
  const lines = tableOf(rowsOf(measurements.slice(0, 1), space, 'en-GB')).split('\n')
  expect(lines).toEqual(['Measurement\tValue\tMore', 'Distance 1\t100 µm\t'])
})

const now = new Date(2026, 10, 15, 14, 5)
const viewport = () => ({ center: at(0, 0), resolution: 4, rotation: 0, flipped: false })
const caption = { name: 'Liver 12', now, ratio: 2, gridSpacing: null, locale: 'en-GB' } as const

test('a caption tells the magnification, and µm per pixel of the file', () => {
  const lines = captionOf({ ...caption, view: { image: testImage(), viewport } })
  expect(lines).toEqual(['Liver 12', '10× · 0.5 µm/px · 15 Nov 2026, 14:05'])
  const withGrid = captionOf({ ...caption, gridSpacing: 100, view: { image: testImage(), viewport } })
  expect(withGrid[1]).toContain('grid 100 µm')
})

test('without a scale it says so', () => {
  const [, line] = captionOf({ ...caption, view: { image: testImage(unscaled), viewport } })
  expect(line).toBe('1 : 4, scale unknown · 15 Nov 2026, 14:05')
})

test('file names have nothing that file systems refuse', () => {
  expect(snapshotFileName('a/b: "c"*', now)).toBe('a b c 2026-11-15 14.05.png')
  expect(snapshotFileName('', now)).toBe('Slide 2026-11-15 14.05.png')
})
