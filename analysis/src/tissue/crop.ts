import { forEachRun } from './runs.ts'

/** A part of a picture; `right` and `bottom` are the first that don't belong to it. */
export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** What surrounds all pixels of 255 with a margin, within the picture; null where there are none. */
export function boundsOf(mask: Uint8Array, width: number, height: number, margin: number): Bounds | null {
  let [left, top, right, bottom] = [width, height, 0, 0]
  forEachRun(mask, width, height, 255, (y, from, to) => {
    left = Math.min(left, from)
    right = Math.max(right, to)
    top = Math.min(top, y)
    bottom = y + 1
  })
  if (bottom === 0) return null
  return {
    left: Math.max(0, left - margin),
    top: Math.max(0, top - margin),
    right: Math.min(width, right + margin),
    bottom: Math.min(height, bottom + margin),
  }
}

/** The same part of a picture of so many bytes a pixel, in new memory. */
export function cutOut(data: Uint8Array, width: number, bounds: Bounds, samples = 1): Uint8Array {
  const { left, top, right, bottom } = bounds
  const across = (right - left) * samples
  const part = new Uint8Array(across * (bottom - top))
  for (let y = top; y < bottom; y += 1) {
    const from = (y * width + left) * samples
    part.set(data.subarray(from, from + across), (y - top) * across)
  }
  return part
}

/** Puts a part back to where it was cut out, of one byte a pixel. */
export function putBack(
  data: Uint8Array,
  width: number,
  { left, top, right, bottom }: Bounds,
  part: Uint8Array,
) {
  const across = right - left
  for (let y = top; y < bottom; y += 1)
    data.set(part.subarray((y - top) * across, (y - top + 1) * across), y * width + left)
}
