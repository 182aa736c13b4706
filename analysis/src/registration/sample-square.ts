import { type Affine, applyAffine, type Point } from '@cresyl/contract/slides/affine'
import type { DensityPicture } from './density-picture.ts'

/** A square of sample places in µm of the fixed slide, row by row. */
export interface Square {
  readonly middle: Point
  /** Places along each side. */
  readonly side: number
  /** µm between two places. */
  readonly step: number
}

/** A picture at the places of a square, each mapped into the picture first; 0 beyond its edges. */
export function sampleSquare(
  { width, height, data, stepX, stepY }: DensityPicture,
  { middle, side, step }: Square,
  toPicture: Affine,
  out: Float32Array = new Float32Array(side * side),
): Float32Array {
  const first = applyAffine(toPicture, cornerOf({ middle, side, step }))
  const [a, b, , d, e] = toPicture
  // In pixels of the picture, from the middle of its first one.
  const [acrossX, acrossY] = [(a * step) / stepX, (d * step) / stepY]
  const [downX, downY] = [(b * step) / stepX, (e * step) / stepY]
  const [firstX, firstY] = [first.x / stepX - 0.5, first.y / stepY - 0.5]
  for (let row = 0, at = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1, at += 1) {
      const x = firstX + column * acrossX + row * downX
      const y = firstY + column * acrossY + row * downY
      const left = Math.floor(x)
      const top = Math.floor(y)
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) {
        out[at] = 0
        continue
      }
      const [u, v] = [x - left, y - top]
      const from = top * width + left
      const above = (data[from] as number) * (1 - u) + (data[from + 1] as number) * u
      const below = (data[from + width] as number) * (1 - u) + (data[from + width + 1] as number) * u
      out[at] = above * (1 - v) + below * v
    }
  return out
}

/** The first place of a square. */
export const cornerOf = ({ middle, side, step }: Square): Point => ({
  x: middle.x - ((side - 1) / 2) * step,
  y: middle.y - ((side - 1) / 2) * step,
})

/** How alike two samples are where either has tissue: 1 the same, 0 nothing in common. */
export function likeness(one: Float32Array, other: Float32Array): number {
  let [count, sumOne, sumOther, squareOne, squareOther, product] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at < one.length; at += 1) {
    const a = one[at] as number
    const b = other[at] as number
    if (a === 0 && b === 0) continue
    count += 1
    sumOne += a
    sumOther += b
    squareOne += a * a
    squareOther += b * b
    product += a * b
  }
  if (count === 0) return 0
  const spread = Math.sqrt((squareOne - sumOne ** 2 / count) * (squareOther - sumOther ** 2 / count))
  return spread > 1e-9 ? (product - (sumOne * sumOther) / count) / spread : 0
}
