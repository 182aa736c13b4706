import { z } from '../api/zod.ts'
import {
  type Affine,
  affineSchema,
  applyAffine,
  chain,
  determinant,
  invert,
  type Point,
  scaling,
  stepLengths,
  translation,
} from './affine.ts'

/** Planes at equal distances: plane n lies at `origin + n × step`. */
const axisSchema = z.strictObject({
  size: z.int().min(1),
  origin: z.number(),
  step: z.number().refine((step) => step !== 0, 'Must not be 0'),
})

/**
 * Where an image lies. Pixels are those of full resolution, counted from the upper left corner of the first: pixel
 * (i, j) covers i ≤ x < i + 1 and j ≤ y < j + 1, its centre is (i + ½, j + ½). Each image maps its pixels into a
 * frame, and images of one frame are mapped into each other through it.
 */
export const imageSpaceSchema = z.strictObject({
  width: z.int().min(1),
  height: z.int().min(1),
  /** What the image is placed in: a scene of a slide, as scanned. Only images of one frame can be compared. */
  frame: z.string().min(1).max(200),
  /** `px` where nobody knows how large a pixel is: then the frame counts pixels of the image it comes from. */
  unit: z.enum(['µm', 'px']),
  /** From pixels to the frame. */
  placement: affineSchema,
  /** The focus planes, in µm. */
  z: axisSchema.optional(),
  /** The points of time, in seconds. */
  t: axisSchema.optional(),
})

export type ImageSpace = z.infer<typeof imageSpaceSchema>
export type Axis = z.infer<typeof axisSchema>

/** A place in an image: pixels of full resolution, and the plane where it is a particular one. */
export interface Position extends Point {
  readonly z?: number
  readonly t?: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** The space of an image as it was scanned, its corner at the origin of its frame. */
export function sourceSpace(image: {
  frame: string
  width: number
  height: number
  /** µm per pixel; undefined where unknown. */
  mpp?: Point | undefined
  z?: Axis | undefined
  t?: Axis | undefined
}): ImageSpace {
  const { frame, width, height, mpp, z, t } = image
  return {
    width,
    height,
    frame,
    unit: mpp ? 'µm' : 'px',
    placement: mpp ? scaling(mpp.x, mpp.y) : scaling(1),
    ...(z && { z }),
    ...(t && { t }),
  }
}

/** The same place in other pixels: a level of a pyramid, an output at another resolution. */
export function withPixels(space: ImageSpace, width: number, height: number): ImageSpace {
  const pixels = scaling(space.width / width, space.height / height)
  return { ...space, width, height, placement: chain(pixels, space.placement) }
}

/** A part of an image as an image of its own. */
export function cropped(space: ImageSpace, { x, y, width, height }: Box): ImageSpace {
  return { ...space, width, height, placement: chain(translation(x, y), space.placement) }
}

/** Lays an image into the frame of another, by a registration from its pixels to the other's. */
export function registered(space: ImageSpace, target: ImageSpace, toTarget: Affine): ImageSpace {
  const { frame, unit, placement } = target
  return { ...space, frame, unit, placement: chain(toTarget, placement) }
}

/** Whether positions in one image have a place in the other. */
export const isComparable = (from: ImageSpace, to: ImageSpace): boolean =>
  from.frame === to.frame && from.unit === to.unit

/** From the pixels of one image to those of another; undefined where they aren't in one frame. */
export function transformBetween(from: ImageSpace, to: ImageSpace): Affine | undefined {
  return isComparable(from, to) ? chain(from.placement, invert(to.placement)) : undefined
}

/** Maps positions of one image to another, planes included; undefined where they aren't in one frame. */
export function mapBetween(from: ImageSpace, to: ImageSpace): ((position: Position) => Position) | undefined {
  const pixels = transformBetween(from, to)
  if (!pixels) return undefined
  return (position) => ({ ...applyAffine(pixels, position), ...mapPlanes(position, from, to) })
}

/** Where one of the images has no such axis, its one plane shows every depth or time: no plane is named. */
function mapPlanes({ z, t }: Position, from: ImageSpace, to: ImageSpace): { z?: number; t?: number } {
  return {
    ...(z !== undefined && from.z && to.z && { z: planeAt(to.z, valueAt(from.z, z)) }),
    ...(t !== undefined && from.t && to.t && { t: planeAt(to.t, valueAt(from.t, t)) }),
  }
}

/** µm or seconds of a plane. */
export const valueAt = ({ origin, step }: Axis, index: number): number => origin + index * step

/** The plane at a depth or time, with fractions: between two planes, or beyond the ends. */
export const planeAt = ({ origin, step }: Axis, value: number): number => (value - origin) / step

/** The plane to show: the nearest that there is. */
export const nearestPlane = ({ size }: Axis, plane: number): number =>
  Math.min(Math.max(Math.round(plane), 0), size - 1)

/** From pixels to µm in the frame; undefined where the scale is unknown. */
export const toMicrometres = (space: ImageSpace, point: Point): Point | undefined =>
  space.unit === 'µm' ? applyAffine(space.placement, point) : undefined

export const fromMicrometres = (space: ImageSpace, point: Point): Point | undefined =>
  space.unit === 'µm' ? applyAffine(invert(space.placement), point) : undefined

/** µm per pixel to the right and down; undefined where unknown. */
export const mppOf = (space: ImageSpace): Point | undefined =>
  space.unit === 'µm' ? stepLengths(space.placement) : undefined

/** The distance of two points of an image in µm; undefined where the scale is unknown. */
export function distance(space: ImageSpace, from: Point, to: Point): number | undefined {
  const [a, b, , d, e] = space.placement
  const x = to.x - from.x
  const y = to.y - from.y
  return space.unit === 'µm' ? Math.hypot(a * x + b * y, d * x + e * y) : undefined
}

/** µm² that a pixel covers; undefined where the scale is unknown. */
export const pixelArea = (space: ImageSpace): number | undefined =>
  space.unit === 'µm' ? Math.abs(determinant(space.placement)) : undefined

/** The smallest upright box around a box of one image in the pixels of another. */
export function mapBox(box: Box, affine: Affine): Box {
  const corners = [
    { x: box.x, y: box.y },
    { x: box.x + box.width, y: box.y },
    { x: box.x, y: box.y + box.height },
    { x: box.x + box.width, y: box.y + box.height },
  ].map((corner) => applyAffine(affine, corner))
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** Whether a point lies on the image. */
export const isInside = ({ width, height }: ImageSpace, { x, y }: Point): boolean =>
  x >= 0 && y >= 0 && x < width && y < height
