import { describe, expect, test } from 'vitest'
import { createTestView, testImage } from '../test-view.ts'
import { toScreen, type Viewport } from '../viewport.ts'
import { framed, keepInView, lengthInImage } from './framing.ts'

const image = testImage({ width: 10_000, height: 8000 })
const viewport: Viewport = { center: { x: 5000, y: 4000 }, resolution: 4, rotation: 0, flipped: false }

describe('a step of the screen', () => {
  const rounded = (of: Partial<Viewport>) => {
    const { x, y } = lengthInImage({ ...viewport, ...of }, { x: 1, y: 0 })
    return [Math.round(x) + 0, Math.round(y) + 0]
  }

  test('is as long in the image as the picture is small', () => {
    expect(rounded({})).toEqual([4, 0])
  })

  test('goes where it is seen to go, however the picture is turned and mirrored', () => {
    expect(rounded({ rotation: Math.PI / 2 })).toEqual([0, -4])
    expect(rounded({ flipped: true })).toEqual([-4, 0])
  })
})

describe('what is aimed at', () => {
  test('moves nothing while it is seen', () => {
    const view = createTestView(image, viewport)
    keepInView(view, { x: 5100, y: 4000 })
    keepInView(view, null)
    expect(view.moves()).toBe(0)
  })

  test.each([0, 1])('pulls the picture along when it leaves, turned by %d', (rotation) => {
    const view = createTestView(image, { ...viewport, rotation })
    const aim = { x: 7500, y: 6000 }
    keepInView(view, aim)
    const { x, y } = toScreen(view.viewport(), view.size(), aim)
    expect([x >= 39.9, x <= 760.1, y >= 39.9, y <= 560.1]).toEqual([true, true, true, true])
  })
})

test('a measurement is shown as a whole, and no closer than one wants to look', () => {
  const view = createTestView(image, viewport)
  const line = (to: number) =>
    ({ id: '1', kind: 'ruler', points: [{ x: 1000, y: 500 }, { x: to, y: 500 }] }) as const // biome-ignore format: two points
  expect(framed(view, line(4000))).toEqual({ center: { x: 2500, y: 500 }, resolution: (3000 * 1.6) / 600 })
  expect(framed(view, line(1002)).resolution).toBe(1)
})
