import { sourceSpace } from '@cresyl/contract/slides/image-space'
import { expect, test } from 'vitest'
import { formatAngle, formatArea, formatLength } from '../amounts.ts'
import { fieldNumbers, labelLines } from './labels.ts'
import type { Measurement } from './measurement.ts'
import { readingOf } from './reading.ts'

const image = { frame: 'one', width: 10_000, height: 10_000 }
const space = sourceSpace({ ...image, mpp: { x: 0.25, y: 0.5 } })
const at = (x: number, y: number) => ({ x, y })
const ruler: Measurement = { id: '1', kind: 'ruler', points: [at(0, 0), at(400, 0), at(400, 100)] }
const bowTie: Measurement = { id: '2', kind: 'area', points: [at(0, 0), at(40, 40), at(40, 0), at(0, 40)] }
const field: Measurement = { id: '3', kind: 'field', center: at(0, 0), diameter: 550 }

test('lengths are in µm, below one in nm, from a mm on in mm, in whole pixels without a scale', () => {
  const values = [0.1234567, 12.3456, 999.9, 1000, 123_456]
  expect(values.map((value) => formatLength(value, 'µm', 'en-GB'))).toEqual([
    '123.5 nm',
    '12.35 µm',
    '999.9 µm',
    '1 mm',
    '123.5 mm',
  ])
  expect(formatLength(1234.5, 'px', 'en-GB')).toBe('1,235 px')
  expect(formatLength(12.34, 'µm', 'de-DE')).toBe('12,34 µm')
})

test('areas are in µm², from a hundredth of a mm² on in mm²', () => {
  expect(formatArea(9999, 'µm', 'en-GB')).toBe('9,999 µm²')
  expect(formatArea(237_583, 'µm', 'en-GB')).toBe('0.2376 mm²')
  expect(formatArea(512, 'px', 'en-GB')).toBe('512 px²')
  expect(formatAngle(44.96, 'en-GB')).toBe('45°')
})

test('a line tells its length and that of its last segment', () => {
  expect(readingOf(ruler, space, 'en-GB')).toEqual({ value: '150 µm', detail: '50 µm' })
  expect(labelLines(ruler, space, 'en-GB', 0)).toEqual(['150 µm', 'Last 50 µm'])
})

test('an outline that crosses itself has no area, and says so', () => {
  expect(readingOf(bowTie, space, 'en-GB').value).toBe(null)
  expect(labelLines(bowTie, space, 'en-GB', 0)[0]).toBe('Crosses itself: no area')
})

test('fields are numbered in the order in which they were placed', () => {
  const numbers = fieldNumbers([field, ruler, { ...field, id: '4' }])
  expect([...numbers]).toEqual([
    ['3', 1],
    ['4', 2],
  ])
  expect(labelLines(field, space, 'en-GB', 2)).toEqual(['2 · 0.2376 mm²'])
})
