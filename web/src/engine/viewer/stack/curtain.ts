import type { Point } from '@cresyl/contract/slides/affine'
import { screenShape } from '../tiles/frame-geometry.ts'
import type { Size } from '../viewport.ts'
import type { Curtain } from './stack-state.ts'

/** The edge of a curtain: a point of it, and the direction in which the second image lies; in CSS pixels. */
export interface CurtainEdge {
  readonly point: Point
  readonly beyond: Point
}

export function edgeOf({ position, angle }: Curtain, size: Size): CurtainEdge {
  const beyond = { x: Math.cos(angle), y: Math.sin(angle) }
  const reach = (position - 0.5) * extentAlong(beyond, size)
  return {
    point: { x: size.width / 2 + reach * beyond.x, y: size.height / 2 + reach * beyond.y },
    beyond,
  }
}

/** How long the view is in a direction: from the corner that is passed first to the last. */
const extentAlong = ({ x, y }: Point, { width, height }: Size) => Math.abs(width * x) + Math.abs(height * y)

/** The curtain of the same angle whose edge goes through a point of the view. */
export function throughPoint(curtain: Curtain, size: Size, { x, y }: Point): Curtain {
  const beyond = { x: Math.cos(curtain.angle), y: Math.sin(curtain.angle) }
  const reach = (x - size.width / 2) * beyond.x + (y - size.height / 2) * beyond.y
  return { ...curtain, position: 0.5 + reach / extentAlong(beyond, size) }
}

/** Turned about the middle of its edge so that the edge points at a place. */
export function turnedTowards(curtain: Curtain, size: Size, place: Point): Curtain {
  const middle = middleOf(curtain, size)
  const along = Math.atan2(place.y - middle.y, place.x - middle.x)
  // Of both directions across the edge, the one nearer to what it was: nothing jumps to the other side.
  const angles = [along - Math.PI / 2, along + Math.PI / 2]
  const [angle = 0] = angles.toSorted((one, other) => apart(one, curtain.angle) - apart(other, curtain.angle))
  return throughPoint({ ...curtain, angle }, size, middle)
}

const apart = (one: number, other: number) => 1 - Math.cos(one - other)

/** What is seen of each image: convex shapes that share the edge, empty where nothing is. */
export function curtainShapes(
  curtain: Curtain,
  size: Size,
): { readonly before: readonly Point[]; readonly beyond: readonly Point[] } {
  const { point, beyond } = edgeOf(curtain, size)
  const side = ({ x, y }: Point) => (x - point.x) * beyond.x + (y - point.y) * beyond.y
  const screen = screenShape(size)
  return { before: cut(screen, (corner) => -side(corner)), beyond: cut(screen, side) }
}

/** Where the edge enters and leaves the view; null where it misses it. */
export function edgeEnds(curtain: Curtain, size: Size): readonly [Point, Point] | null {
  const { point, beyond } = edgeOf(curtain, size)
  const side = ({ x, y }: Point) => (x - point.x) * beyond.x + (y - point.y) * beyond.y
  const screen = screenShape(size)
  const ends = screen.flatMap((from, index) => {
    const to = screen[(index + 1) % screen.length] ?? from
    const [start, end] = [side(from), side(to)]
    return start <= 0 !== end <= 0 ? [between(from, to, start / (start - end))] : []
  })
  const [one, other] = ends
  return one && other ? [one, other] : null
}

/** The middle of what is seen of the edge. */
export function middleOf(curtain: Curtain, size: Size): Point {
  const ends = edgeEnds(curtain, size)
  return ends ? between(ends[0], ends[1], 0.5) : edgeOf(curtain, size).point
}

/** CSS pixels between the edge and the names beside it. */
const nameGap = 16

/**
 * Where the names of both images begin beside the edge, near the end of it that lies higher or further left, clear of
 * what turns it; `isAcross` where they lie left and right of it rather than above and below. Null where none is seen.
 */
export function curtainNamePlaces(curtain: Curtain, size: Size) {
  const ends = edgeEnds(curtain, size)
  if (ends === null) return null
  const [upper, lower] = ends.toSorted((one, other) => one.y - other.y || one.x - other.x)
  const { beyond } = edgeOf(curtain, size)
  const isAcross = Math.abs(beyond.x) >= Math.abs(beyond.y)
  const at = between(upper ?? ends[0], lower ?? ends[1], 0.14)
  const by = isAcross
    ? { x: nameGap * Math.sign(beyond.x), y: 0 }
    : { x: 0, y: nameGap * Math.sign(beyond.y) }
  return {
    before: { x: at.x - by.x, y: at.y - by.y },
    beyond: { x: at.x + by.x, y: at.y + by.y },
    isAcross,
    /** Whether the second lies to the left, or above. */
    isReversed: (isAcross ? beyond.x : beyond.y) < 0,
  }
}

/** Less than so many CSS pixels is nothing: what rounding leaves. */
const sliver = 1e-6

/** The part of a convex shape where something is not negative. */
function cut(shape: readonly Point[], side: (point: Point) => number): Point[] {
  if (shape.every((corner) => side(corner) < sliver)) return []
  return shape.flatMap((from, index) => {
    const to = shape[(index + 1) % shape.length] ?? from
    const [start, end] = [side(from), side(to)]
    const kept = start >= 0 ? [from] : []
    return start < 0 !== end < 0 ? [...kept, between(from, to, start / (start - end))] : kept
  })
}

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + part * (to.x - from.x),
  y: from.y + part * (to.y - from.y),
})
