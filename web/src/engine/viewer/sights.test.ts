import { expect, test } from 'vitest'
import type { PaintContext } from './picture.ts'
import { paintSights, seenBox } from './sights.ts'
import { lensFrame } from './stack/lens.ts'
import type { Frame } from './tiles/tile-layer.ts'
import { toImage } from './viewport.ts'

const size = { width: 800, height: 600 }
const plain: Frame = {
  viewport: { center: { x: 4000, y: 3000 }, resolution: 2, rotation: 0.5, flipped: true },
  size,
  pixelRatio: 2,
  moving: false,
}
const lens = { x: 0.25, y: 0.5, radius: 100, zoom: 4 }
const middle = { x: 200, y: 300 }
const magnified: Frame = { ...plain, lens: { middle, radius: 100, frame: lensFrame(plain, lens) } }

/** Only what is called of it. */
function recorded() {
  const calls: string[] = []
  const canvas = { width: 1600, height: 1200 }
  const context = new Proxy({ canvas } as unknown as PaintContext, {
    get: (target, name) =>
      name === 'canvas' ? target.canvas : (...figures: unknown[]) => calls.push([name, ...figures].join(' ')),
  })
  return { calls, context }
}

test('without a lens all is painted once, on an empty canvas', () => {
  const { calls, context } = recorded()
  const painted: Frame[] = []
  paintSights(context, plain, (sight) => painted.push(sight))
  expect(painted).toEqual([plain])
  expect(calls).toContain('clearRect 0 0 1600 1200')
  expect(calls.some((call) => call.startsWith('clip'))).toBe(false)
})

test('with a lens it is painted around it and, as it is seen through it, in it', () => {
  const { calls, context } = recorded()
  const painted: Frame[] = []
  paintSights(context, magnified, (sight) => painted.push(sight))
  expect(painted.map(({ viewport }) => viewport.resolution)).toEqual([2, 0.5])
  expect(calls.filter((call) => /^(rect|arc|clip)/.test(call))).toEqual([
    'rect 0 0 800 600',
    `arc 200 300 100 0 ${2 * Math.PI}`,
    'clip evenodd',
    `arc 200 300 100 0 ${2 * Math.PI}`,
    'clip evenodd',
  ])
})

test('of what lies over the image, only what is seen through the lens is asked for', () => {
  const around = seenBox(plain)
  const inside = seenBox(lensFrame(plain, lens))
  const there = toImage(plain.viewport, size, middle)
  expect(inside.x + inside.width / 2).toBeCloseTo(there.x, 0)
  expect(inside.y + inside.height / 2).toBeCloseTo(there.y, 0)
  // Twice the radius at half a pixel of the image for each of the screen, and a little for the corners.
  expect(inside.width).toBeLessThan(105)
  expect(around.width).toBeGreaterThan(1600)
})
