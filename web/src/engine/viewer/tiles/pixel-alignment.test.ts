import { applyAffine, chain, scaling } from '@cresyl/contract/slides/affine'
import { expect, test } from 'vitest'
import { imageToScreen, type Viewport } from '../viewport.ts'
import { alignedToPixels } from './pixel-alignment.ts'

const size = { width: 801, height: 600 }
const place = { x: 51_234.3, y: 20_000.77 }
const aligned = (viewport: Partial<Viewport>, pixel: number, pixelRatio = 1) => {
  const whole: Viewport = { center: place, resolution: pixel, rotation: 0, flipped: false, ...viewport }
  const toCanvas = chain(imageToScreen(whole, size), scaling(pixelRatio))
  return { toCanvas, moved: alignedToPixels(toCanvas, { x: pixel, y: pixel }, place) }
}
const fraction = (value: number) => Math.abs(value - Math.round(value))

test.each([
  [0, false],
  [Math.PI / 2, false],
  [Math.PI, true],
  [-Math.PI / 2, true],
])(
  'one to one, turned by %d and mirrored (%s), pixels of the level are pixels of the screen',
  (rotation, flipped) => {
    const { toCanvas, moved } = aligned({ rotation, flipped }, 4)
    for (const corner of [
      { x: 51_200, y: 20_000 },
      { x: 52_000, y: 20_400 },
    ]) {
      const [before, after] = [applyAffine(toCanvas, corner), applyAffine(moved, corner)]
      expect(fraction(after.x)).toBeLessThan(1e-6)
      expect(fraction(after.y)).toBeLessThan(1e-6)
      expect(Math.abs(after.x - before.x)).toBeLessThanOrEqual(0.5)
      expect(Math.abs(after.y - before.y)).toBeLessThanOrEqual(0.5)
    }
  },
)

test('on a dense screen one to one is half the resolution', () => {
  const { toCanvas, moved } = aligned({ resolution: 2 }, 1, 2)
  expect(moved).not.toEqual(toCanvas)
})

test('anything else stays where it is', () => {
  for (const viewport of [{ rotation: 0.01 }, { resolution: 4.1 }, { resolution: 1 }]) {
    const { toCanvas, moved } = aligned(viewport, 4)
    expect(moved).toBe(toCanvas)
  }
})
