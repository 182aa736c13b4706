import { expect } from 'vitest'
import type { PixelTile } from '../../pixels.ts'

export interface PixelDifference {
  readonly largest: number
  readonly mean: number
  readonly differing: number
  readonly samples: number
  /** Index of the first sample that differs. */
  readonly first: number
}

function pixelDifference(a: ArrayLike<number>, b: ArrayLike<number>): PixelDifference {
  if (a.length !== b.length) throw new Error(`has ${a.length} samples where ${b.length} are expected`)
  let largest = 0
  let sum = 0
  let differing = 0
  let first = -1
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs((a[i] as number) - (b[i] as number))
    if (difference === 0) continue
    // Not a number: a difference beyond all others.
    if (!(difference <= largest)) largest = difference
    if (differing++ === 0) first = i
    sum += difference
  }
  return { largest, mean: sum / a.length, differing, samples: a.length, first }
}

/** The same size and kind, and no sample further off than `tolerance`; a failure says how far and where. */
export function expectAlike(ours: PixelTile, theirs: PixelTile, tolerance = 0, what = ''): void {
  expect(shapeOf(ours), what).toBe(shapeOf(theirs))
  const difference = pixelDifference(ours.data, theirs.data)
  const { largest, mean, differing, samples, first } = difference
  const pixel = Math.floor(first / ours.samples)
  const at = `${pixel % ours.width},${Math.floor(pixel / ours.width)}`
  const shown = `largest ${largest}, mean ${mean.toFixed(4)}, ${differing} of ${samples} samples, first at ${at}`
  expect(largest <= tolerance, `${what} differs: ${shown}; ${tolerance} is allowed`).toBe(true)
}

const shapeOf = ({ width, height, samples, pixelType }: PixelTile): string =>
  `${width} × ${height} × ${samples} ${pixelType}`
