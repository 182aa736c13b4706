import { describe, expect, test } from 'vitest'
import { createTestView, testImage } from '../test-view.ts'
import type { Measurement } from '../tools/measurement.ts'
import { readRememberedView, rememberView } from './remembered-view.ts'

const image = testImage({ width: 4000, height: 3000 })
const ruler: Measurement = {
  id: '1',
  kind: 'ruler',
  points: [
    { x: 1, y: 2 },
    { x: 30, y: 4 },
  ],
}

describe('what is kept of a view', () => {
  test('is where one was, with all that was measured', () => {
    const view = createTestView(image, { center: { x: 900, y: 800 }, resolution: 2 })
    const kept = readRememberedView(rememberView(view, [ruler]))
    expect(kept.viewport).toEqual(view.viewport())
    expect(kept.measurements).toEqual([ruler])
  })

  test('of the whole image is only how it was turned: it is shown as a whole again', () => {
    const view = createTestView(image, { flipped: true })
    expect(view.isFitted()).toBe(true)
    expect(readRememberedView(rememberView(view)).viewport).toEqual({ rotation: 0, flipped: true })
  })

  test('from before measurements were kept is read as ever', () => {
    const viewport = { center: { x: 1, y: 2 }, resolution: 3, rotation: 0, flipped: false }
    expect(readRememberedView({ viewport })).toEqual({ viewport })
  })

  test.each([
    [[{ ...ruler, points: [] }]],
    [[{ ...ruler, kind: 'angle' }]],
    [[{ id: '1', kind: 'field', center: { x: 0, y: 0 }, diameter: 0 }]],
    ['nonsense'],
  ])('measurements that are none are as if they were not kept: %j', (measurements) => {
    expect(readRememberedView({ measurements }).measurements).toBeUndefined()
  })
})
