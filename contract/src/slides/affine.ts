import { z } from '../api/zod.ts'

/** x′ = a·x + b·y + c, y′ = d·x + e·y + f; written [a, b, c, d, e, f]. */
export const affineSchema = z
  .tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])
  .readonly()
  .refine(isInvertible, 'Must not flatten the plane')

export type Affine = readonly [number, number, number, number, number, number]

export interface Point {
  readonly x: number
  readonly y: number
}

export const identity: Affine = [1, 0, 0, 0, 1, 0]

export const translation = (x: number, y: number): Affine => [1, 0, x, 0, 1, y]

export const scaling = (x: number, y: number = x): Affine => [x, 0, 0, 0, y, 0]

/** Turns by an angle in radians; with y pointing down, as in images, a positive one turns clockwise. */
export function rotation(angle: number): Affine {
  const cosine = Math.cos(angle)
  const sine = Math.sin(angle)
  return [cosine, -sine, 0, sine, cosine, 0]
}

export function applyAffine([a, b, c, d, e, f]: Affine, { x, y }: Point): Point {
  return { x: a * x + b * y + c, y: d * x + e * y + f }
}

/** One after another: the first is applied first. */
export function chain(...steps: readonly Affine[]): Affine {
  return steps.reduce<Affine>(
    ([a, b, c, d, e, f], [A, B, C, D, E, F]) => [
      A * a + B * d,
      A * b + B * e,
      A * c + B * f + C,
      D * a + E * d,
      D * b + E * e,
      D * c + E * f + F,
    ],
    identity,
  )
}

/** By how much areas grow; negative where it mirrors. */
export const determinant = ([a, b, , d, e]: Affine): number => a * e - b * d

/** Whether it can be undone without losing the digits: neither flat nor almost flat, all numbers finite. */
export function isInvertible(affine: Affine): boolean {
  const [a, b, , d, e] = affine
  const size = Math.hypot(a, b, d, e) ** 2
  return affine.every(Number.isFinite) && size > 0 && Math.abs(determinant(affine)) > 1e-12 * size
}

export function invert(affine: Affine): Affine {
  if (!isInvertible(affine)) throw new RangeError('This transform flattens the plane and cannot be undone.')
  const [a, b, c, d, e, f] = affine
  const scale = 1 / determinant(affine)
  return [e * scale, -b * scale, (b * f - c * e) * scale, -d * scale, a * scale, (c * d - a * f) * scale]
}

/** How long the images of the unit steps to the right and down are. */
export const stepLengths = ([a, b, , d, e]: Affine): Point => ({ x: Math.hypot(a, d), y: Math.hypot(b, e) })
