import { invert, type Matrix3, matrixOf, perpendicular } from './matrix3.ts'
import type { StainVector } from './stain-vectors.ts'

/**
 * From optical densities to how much there is of two stains, and of what neither explains: a third colour
 * perpendicular to both, so that the two are the best fit by least squares.
 */
export const unmixing = (first: StainVector, second: StainVector): Matrix3 =>
  invert(matrixOf(first, second, perpendicular(first, second)))
