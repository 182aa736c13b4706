import {
  type AnnotationGeometry,
  boxOf,
  ellipseCorners,
  type Position,
} from '@cresyl/contract/annotations/annotation-geometry'
import type { Figure } from './combine.ts'

/** What a rectangle or an ellipse lies in: its middle, and the ways from there to two of its sides. */
export interface ShapeFrame {
  readonly center: Position
  readonly u: Position
  readonly v: Position
}

/** A place of a frame: from -1 to 1 along both ways. */
export interface FramePlace {
  readonly u: -1 | 0 | 1
  readonly v: -1 | 0 | 1
}

/** Its corners and the middles of its sides. */
export const framePlaces: readonly FramePlace[] = [
  { u: -1, v: -1 },
  { u: 0, v: -1 },
  { u: 1, v: -1 },
  { u: 1, v: 0 },
  { u: 1, v: 1 },
  { u: 0, v: 1 },
  { u: -1, v: 1 },
  { u: -1, v: 0 },
]

export function placeInFrame({ center, u, v }: ShapeFrame, along: number, across: number): Position {
  return [center[0] + along * u[0] + across * v[0], center[1] + along * u[1] + across * v[1]]
}

export function rectangleIn(frame: ShapeFrame): Figure {
  const corners = [
    placeInFrame(frame, -1, -1),
    placeInFrame(frame, 1, -1),
    placeInFrame(frame, 1, 1),
    placeInFrame(frame, -1, 1),
    placeInFrame(frame, -1, -1),
  ]
  return { geometry: { type: 'Polygon', coordinates: [corners] }, shape: 'rectangle' }
}

export function ellipseIn(frame: ShapeFrame): Figure {
  const ring = Array.from({ length: ellipseCorners + 1 }, (_, at) => {
    // The last is the first to the last digit.
    const angle = (2 * Math.PI * (at % ellipseCorners)) / ellipseCorners
    return placeInFrame(frame, Math.cos(angle), Math.sin(angle))
  })
  return { geometry: { type: 'Polygon', coordinates: [ring] }, shape: 'ellipse' }
}

/** The frame of a rectangle or an ellipse as it was drawn; around anything else the upright box. */
export function frameOf({ geometry, shape }: Figure): ShapeFrame {
  const ring = geometry.type === 'Polygon' && geometry.coordinates.length === 1 ? geometry.coordinates[0] : []
  if (shape === 'rectangle' && ring?.length === 5) {
    const [a, b, c] = ring as [Position, Position, Position]
    return { center: middle(a, c), u: half(a, b), v: half(b, c) }
  }
  if (shape === 'ellipse' && ring?.length === ellipseCorners + 1) {
    const quarter = ellipseCorners / 4
    const [end, side, other] = [ring[0], ring[quarter], ring[2 * quarter]] as [Position, Position, Position]
    const center = middle(end, other)
    return { center, u: way(center, end), v: way(center, side) }
  }
  return boxFrame(geometry)
}

export function boxFrame(geometry: AnnotationGeometry): ShapeFrame {
  const { minX, minY, maxX, maxY } = boxOf(geometry)
  return {
    center: [(minX + maxX) / 2, (minY + maxY) / 2],
    u: [(maxX - minX) / 2, 0],
    v: [0, (maxY - minY) / 2],
  }
}

/** Drags a place of the frame: the one across from it stays. With `even`, both ways grow alike. */
export function resized(frame: ShapeFrame, handle: FramePlace, to: Position, even: boolean): ShapeFrame {
  const fixed = placeInFrame(frame, -handle.u, -handle.v)
  const from = [to[0] - fixed[0], to[1] - fixed[1]] as const
  // How far it lies from the one that stays, in whole widths and heights of the frame.
  const along = handle.u === 0 ? 1 : share(from, frame.u) / (2 * handle.u)
  const across = handle.v === 0 ? 1 : share(from, frame.v) / (2 * handle.v)
  const both = Math.max(Math.abs(along), Math.abs(across))
  const evenly = even && handle.u !== 0 && handle.v !== 0
  const byU = atLeast(evenly ? Math.sign(along || 1) * both : along)
  const byV = atLeast(evenly ? Math.sign(across || 1) * both : across)
  const u: Position = [frame.u[0] * byU, frame.u[1] * byU]
  const v: Position = [frame.v[0] * byV, frame.v[1] * byV]
  return {
    center: [fixed[0] + handle.u * u[0] + handle.v * v[0], fixed[1] + handle.u * u[1] + handle.v * v[1]],
    u,
    v,
  }
}

/** Nothing shrinks to a line, from which no way leads back. */
const atLeast = (factor: number) => (Math.abs(factor) < 1e-3 ? 1e-3 : factor)

function share(way: readonly [number, number], axis: Position): number {
  return (way[0] * axis[0] + way[1] * axis[1]) / (axis[0] ** 2 + axis[1] ** 2 || 1)
}

const middle = (one: Position, other: Position): Position => [
  (one[0] + other[0]) / 2,
  (one[1] + other[1]) / 2,
]
const way = (from: Position, to: Position): Position => [to[0] - from[0], to[1] - from[1]]
const half = (from: Position, to: Position): Position => [(to[0] - from[0]) / 2, (to[1] - from[1]) / 2]
