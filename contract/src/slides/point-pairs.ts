import { z } from '../api/zod.ts'
import { type Affine, applyAffine, chain, determinant, invert, type Point, scaling } from './affine.ts'

const coordinate = z
  .number()
  .min(-(2 ** 31))
  .max(2 ** 31)
const point = z.strictObject({ x: coordinate, y: coordinate })

/** The same place of the tissue in two images, in pixels of full resolution of each. */
export const pointPair = z.strictObject({ moving: point, fixed: point })
export type PointPair = z.infer<typeof pointPair>

/** `similarity` turns, scales and shifts; `affine` also stretches and shears, as sections do when they are cut. */
export const alignmentModels = ['similarity', 'affine'] as const
export type AlignmentModel = (typeof alignmentModels)[number]

/** How many pairs tell it: with just as many they fit exactly, right or wrong. */
export const fewestPairs: Readonly<Record<AlignmentModel, number>> = { similarity: 2, affine: 3 }

/** How far the pairs are from each other once aligned; `px` of the fixed image where nobody knows its scale. */
export const residual = z.object({ rms: z.number(), largest: z.number(), unit: z.enum(['µm', 'px']) })
export type Residual = z.infer<typeof residual>

export interface AlignmentGiven {
  /** µm per pixel; undefined where unknown: then its pixels are taken to be square. */
  movingMpp?: Point | undefined
  fixedMpp?: Point | undefined
  /** When left out, `affine` as soon as there are pairs enough. */
  model?: AlignmentModel | undefined
  /** The section lies face down on its glass, seen from the other. */
  mirrored?: boolean | undefined
}

export interface Alignment {
  model: AlignmentModel
  mirrored: boolean
  /** From pixels of the moving image to pixels of the fixed one. */
  affine: Affine
  residual: Residual
}

export interface AlignmentRefusal {
  reason: 'too_few' | 'same_place' | 'one_line' | 'turned_over'
  /** What is wrong and what to do. */
  sentence: string
}

/** Points of one image nearer to each other than this, in its pixels, are one. */
const samePlace = 1
/** Points whose spread across is less than this part of their spread along lie on one line. */
const thinnest = 0.01

/** The transform that brings the points of the moving image nearest to those of the fixed one, by least squares. */
export function alignPairs(
  pairs: readonly PointPair[],
  { movingMpp, fixedMpp, model = defaultModel(pairs), mirrored = false }: AlignmentGiven = {},
): Alignment | AlignmentRefusal {
  const refusal = refusePlaces(pairs, model)
  if (refusal) return refusal
  // In µm where they are known, so that pixels that aren't square don't look like a shear.
  const fromMoving = scalingBy(movingMpp)
  const fromFixed = scalingBy(fixedMpp)
  const from = pairs.map(({ moving }) => applyAffine(fromMoving, moving))
  const to = pairs.map(({ fixed }) => applyAffine(fromFixed, fixed))
  if (model === 'affine' && (isThin(from) || isThin(to))) return refuseLine
  const aligned = model === 'affine' ? fitAffine(from, to) : fitSimilarity(from, to, mirrored)
  if (determinant(aligned) < 0 !== mirrored) return mirrored ? refuseUpright : refuseTurned
  const affine = chain(fromMoving, aligned, invert(fromFixed))
  return { model, mirrored, affine, residual: residualOf(pairs, affine, fixedMpp) }
}

export const isAligned = (result: Alignment | AlignmentRefusal): result is Alignment => 'affine' in result

const defaultModel = (pairs: readonly PointPair[]): AlignmentModel =>
  pairs.length >= fewestPairs.affine ? 'affine' : 'similarity'

/** How well a transform brings pairs together. */
export function residualOf(
  pairs: readonly PointPair[],
  affine: Affine,
  fixedMpp: Point | undefined,
): Residual {
  const lengths = pairs.map((pair) => distanceOf(pair, affine, fixedMpp))
  const squares = lengths.reduce((sum, length) => sum + length ** 2, 0)
  return {
    rms: Math.sqrt(squares / Math.max(1, lengths.length)),
    largest: Math.max(0, ...lengths),
    unit: fixedMpp ? 'µm' : 'px',
  }
}

/** How far one pair is from meeting, in µm, or in pixels of the fixed image where its scale is unknown. */
export function distanceOf(
  { moving, fixed }: PointPair,
  affine: Affine,
  fixedMpp: Point | undefined,
): number {
  const arrived = applyAffine(affine, moving)
  const { x, y } = fixedMpp ?? { x: 1, y: 1 }
  return Math.hypot((arrived.x - fixed.x) * x, (arrived.y - fixed.y) * y)
}

/** The other way round: from the pixels of the fixed image to those of the moving one. */
export const turnedPairs = (pairs: readonly PointPair[]): PointPair[] =>
  pairs.map(({ moving, fixed }) => ({ moving: fixed, fixed: moving }))

const scalingBy = (mpp: Point | undefined): Affine => (mpp ? scaling(mpp.x, mpp.y) : scaling(1))

function refusePlaces(pairs: readonly PointPair[], model: AlignmentModel): AlignmentRefusal | undefined {
  const fewest = fewestPairs[model]
  if (pairs.length < fewest) {
    const sentence = `At least ${fewest === 2 ? 'two' : 'three'} pairs of points are needed.`
    return { reason: 'too_few', sentence }
  }
  for (const side of ['moving', 'fixed'] as const) {
    for (const [at, { [side]: one }] of pairs.entries()) {
      const twin = pairs.findIndex(
        ({ [side]: other }, place) => place > at && Math.hypot(one.x - other.x, one.y - other.y) < samePlace,
      )
      if (twin < 0) continue
      const sentence = `The points ${at + 1} and ${twin + 1} are at the same position on one slide. Move one of them, or remove it.`
      return { reason: 'same_place', sentence }
    }
  }
  return undefined
}

const refuseLine: AlignmentRefusal = {
  reason: 'one_line',
  sentence: 'The points are on one line. Mark another one away from it.',
}

const refuseTurned: AlignmentRefusal = {
  reason: 'turned_over',
  sentence:
    'These pairs mirror the slide. Tick “Face down (mirrored)” if that is right; otherwise check which points belong together.',
}

const refuseUpright: AlignmentRefusal = {
  reason: 'turned_over',
  sentence:
    'These pairs do not mirror the slide. Clear “Face down (mirrored)”, or check which points belong together.',
}

function meanOf(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}

/** Around their mean, which keeps the digits that matter. */
function centred(points: readonly Point[]): { mean: Point; around: Point[] } {
  const mean = meanOf(points)
  return { mean, around: points.map(({ x, y }) => ({ x: x - mean.x, y: y - mean.y })) }
}

interface Spread {
  xx: number
  xy: number
  yy: number
}

const spreadOf = (around: readonly Point[]): Spread =>
  around.reduce(({ xx, xy, yy }, { x, y }) => ({ xx: xx + x * x, xy: xy + x * y, yy: yy + y * y }), {
    xx: 0,
    xy: 0,
    yy: 0,
  })

/** By the two main axes of how they are spread. */
function isThin(points: readonly Point[]): boolean {
  const { xx, xy, yy } = spreadOf(centred(points).around)
  const half = (xx + yy) / 2
  const apart = Math.hypot((xx - yy) / 2, xy)
  return half - apart < thinnest ** 2 * (half + apart)
}

function fitAffine(from: readonly Point[], to: readonly Point[]): Affine {
  const source = centred(from)
  const target = centred(to)
  const { xx, xy, yy } = spreadOf(source.around)
  let [ax, ay, dx, dy] = [0, 0, 0, 0]
  for (const [at, { x, y }] of source.around.entries()) {
    const goal = target.around[at] ?? { x: 0, y: 0 }
    ax += goal.x * x
    ay += goal.x * y
    dx += goal.y * x
    dy += goal.y * y
  }
  const scale = 1 / (xx * yy - xy * xy)
  return through(source.mean, target.mean, [
    (ax * yy - ay * xy) * scale,
    (ay * xx - ax * xy) * scale,
    (dx * yy - dy * xy) * scale,
    (dy * xx - dx * xy) * scale,
  ])
}

/** Points as complex numbers: the one factor that turns and scales; a mirrored one is of the points mirrored first. */
function fitSimilarity(from: readonly Point[], to: readonly Point[], mirrored: boolean): Affine {
  const source = centred(from)
  const target = centred(to)
  const sign = mirrored ? -1 : 1
  let [real, imaginary, size] = [0, 0, 0]
  for (const [at, { x, y: down }] of source.around.entries()) {
    const goal = target.around[at] ?? { x: 0, y: 0 }
    const y = down * sign
    real += goal.x * x + goal.y * y
    imaginary += goal.y * x - goal.x * y
    size += x * x + y * y
  }
  const [p, q] = [real / size, imaginary / size]
  return through(source.mean, target.mean, [p, -q * sign, q, p * sign])
}

/** The transform with these factors that takes one point to the other. */
function through(from: Point, to: Point, [a, b, d, e]: readonly [number, number, number, number]): Affine {
  return [a, b, to.x - a * from.x - b * from.y, d, e, to.y - d * from.x - e * from.y]
}
