import { CoarseField, pixelsWithin, type Rectangle } from './block.ts'
import { boxBlur, sigmaOfRadius } from './blur.ts'
import { blurAt, type OutOfFocus } from './defects.ts'

/** One colour or channel over a rectangle, in whole numbers. */
export type Plane = Int32Array

/** Radii of the blurs between which a pixel's own is mixed, finest first. */
function radiiFor(sigma: number): number[] {
  const radii = [1]
  while (sigmaOfRadius(radii.at(-1) as number) < sigma) radii.push((radii.at(-1) as number) * 2)
  return radii
}

/** How many pixels around a rectangle must be known to put part of it out of focus. */
export const focusHalo = (region: OutOfFocus, mpp: number): number =>
  3 * (radiiFor(region.sigma / mpp).at(-1) as number)

/** Whether any pixel of a rectangle is out of focus. */
export const isOutOfFocus = (region: OutOfFocus, rectangle: Rectangle, mpp: number): boolean =>
  pixelsWithin(rectangle, mpp, region.bounds) !== null

/**
 * Planes of `inner`, cut from planes of `outer` (wider by `focusHalo` each way) and blurred as far as each pixel is
 * out of focus. The blur mixes light, so the planes are light, not optical density.
 */
export function defocus(
  planes: readonly Plane[],
  outer: Rectangle,
  inner: Rectangle,
  mpp: number,
  region: OutOfFocus,
): Plane[] {
  const sigmas = new CoarseField(inner, mpp, (x, y) => blurAt(region, x, y) / mpp)
  const radii = radiiFor(Math.min(region.sigma / mpp, sigmas.highest))
  const levels = radii.map(sigmaOfRadius)
  return planes.map((plane) => {
    const blurred = [plane, ...radii.map((radius) => boxBlur(plane, outer.width, outer.height, radius))]
    const out = new Int32Array(inner.width * inner.height)
    const row = new Float32Array(inner.width)
    for (let y = 0; y < inner.height; y++) {
      sigmas.readRow(y, row)
      const from = (inner.y + y - outer.y) * outer.width + inner.x - outer.x
      for (let x = 0; x < inner.width; x++) {
        const sigma = row[x] as number
        let i = 0
        while (i < levels.length - 1 && sigma > (levels[i] as number)) i++
        const finer = i === 0 ? 0 : (levels[i - 1] as number)
        const share = Math.min(1, (sigma - finer) / ((levels[i] as number) - finer))
        const a = blurred[i]?.[from + x] as number
        const b = blurred[i + 1]?.[from + x] as number
        out[y * inner.width + x] = Math.round(a + (b - a) * share)
      }
    }
    return out
  })
}
