import { type Affine, applyAffine, invert, type Point } from '@cresyl/contract/slides/affine'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'

/** A difference of places without where they lie: from pixels to the frame, which counts µm or pixels. */
function stretched([a, b, , d, e]: Affine, from: Point, to: Point): Point {
  const x = to.x - from.x
  const y = to.y - from.y
  return { x: a * x + b * y, y: d * x + e * y }
}

/** In µm; in pixels where the scale is unknown. */
export function segmentLength({ placement }: ImageSpace, from: Point, to: Point): number {
  const { x, y } = stretched(placement, from, to)
  return Math.hypot(x, y)
}

/** Of a line through all points. */
export function lengthOf(space: ImageSpace, points: readonly Point[]): number {
  return pairs(points).reduce((sum, [from, to]) => sum + segmentLength(space, from, to), 0)
}

/** Of a closed outline. */
export function perimeterOf(space: ImageSpace, corners: readonly Point[]): number {
  return closedPairs(corners).reduce((sum, [from, to]) => sum + segmentLength(space, from, to), 0)
}

/** In µm², or pixels; of an outline that doesn't cross itself. */
export function areaOf({ placement }: ImageSpace, corners: readonly Point[]): number {
  const [origin] = corners
  if (origin === undefined) return 0
  // From a corner, not from far away: large coordinates would eat the digits.
  const local = corners.map((corner) => stretched(placement, origin, corner))
  return Math.abs(closedPairs(local).reduce((sum, [from, to]) => sum + cross(from, to), 0)) / 2
}

/** Between the arms, in degrees from 0 to 180; 0 where an arm has no length. */
export function angleOf({ placement }: ImageSpace, [end, corner, otherEnd]: readonly Point[]): number {
  if (end === undefined || corner === undefined || otherEnd === undefined) return 0
  const one = stretched(placement, corner, end)
  const other = stretched(placement, corner, otherEnd)
  const radians = Math.atan2(Math.abs(cross(one, other)), one.x * other.x + one.y * other.y)
  return (radians * 180) / Math.PI
}

/** Whether two sides of a closed outline meet elsewhere than where one ends and the next begins. */
export function crossesItself(corners: readonly Point[]): boolean {
  const sides = closedPairs(corners)
  return sides.some((side, at) =>
    sides.slice(at + 2).some((other, further) => {
      const areNeighbours = at === 0 && at + 2 + further === sides.length - 1
      return !areNeighbours && doMeet(side, other)
    }),
  )
}

type Segment = readonly [Point, Point]

function doMeet([a, b]: Segment, [c, d]: Segment): boolean {
  const [c1, d1] = [turn(a, b, c), turn(a, b, d)]
  const [a1, b1] = [turn(c, d, a), turn(c, d, b)]
  if (c1 * d1 < 0 && a1 * b1 < 0) return true
  return (
    (c1 === 0 && isBetween(a, b, c)) ||
    (d1 === 0 && isBetween(a, b, d)) ||
    (a1 === 0 && isBetween(c, d, a)) ||
    (b1 === 0 && isBetween(c, d, b))
  )
}

const turn = (from: Point, to: Point, point: Point) =>
  Math.sign((to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x))

const isBetween = (from: Point, to: Point, { x, y }: Point) =>
  x >= Math.min(from.x, to.x) &&
  x <= Math.max(from.x, to.x) &&
  y >= Math.min(from.y, to.y) &&
  y <= Math.max(from.y, to.y)

/** In mm², of a circle of a diameter in µm. */
export const circleArea = (diameter: number): number => (Math.PI * diameter ** 2) / 4_000_000

/** A circle of the tissue around a place, as it lies in the pixels: an ellipse where these aren't square. */
export function circleOutline(
  { placement }: ImageSpace,
  center: Point,
  diameter: number,
  corners = 128,
): readonly Point[] {
  const [a, b, , d, e] = placement
  const toPixels = invert([a, b, 0, d, e, 0])
  return Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners
    const edge = { x: (Math.cos(angle) * diameter) / 2, y: (Math.sin(angle) * diameter) / 2 }
    const { x, y } = applyAffine(toPixels, edge)
    return { x: center.x + x, y: center.y + y }
  })
}

const step = Math.PI / 12

/** The place nearest to the pointer in a direction that is a multiple of 15° away from `base`, in radians. */
export function snapped(from: Point, to: Point, base: number): Point {
  const x = to.x - from.x
  const y = to.y - from.y
  const angle = Math.round((Math.atan2(y, x) - base) / step) * step + base
  const direction = { x: Math.cos(angle), y: Math.sin(angle) }
  const length = x * direction.x + y * direction.y
  return { x: from.x + length * direction.x, y: from.y + length * direction.y }
}

/** How far a point is from the nearest place of a segment, in the same units. */
export function distanceToSegment(point: Point, [from, to]: Segment): number {
  const along = { x: to.x - from.x, y: to.y - from.y }
  const square = along.x ** 2 + along.y ** 2
  const part = ((point.x - from.x) * along.x + (point.y - from.y) * along.y) / (square || 1)
  const within = Math.min(Math.max(part, 0), 1)
  return Math.hypot(point.x - from.x - within * along.x, point.y - from.y - within * along.y)
}

const cross = (one: Point, other: Point) => one.x * other.y - one.y * other.x

/** Each point with the one after it. */
export function pairs(points: readonly Point[]): readonly Segment[] {
  return points.slice(1).map((to, at) => [points[at] ?? to, to] as const)
}

/** Each corner with the next, the last with the first. */
export function closedPairs(corners: readonly Point[]): readonly Segment[] {
  const [first] = corners
  return first === undefined ? [] : pairs([...corners, first])
}
