import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import type { Shape } from '../content/shape.ts'
import type { Figure } from '../geometry/combine.ts'
import { type Corner, cornersOf, sideNear, withCornerAfter, withCornerAt } from '../geometry/corners.ts'
import {
  ellipseIn,
  type FramePlace,
  frameOf,
  framePlaces,
  placeInFrame,
  rectangleIn,
  resized,
  type ShapeFrame,
} from '../geometry/frame.ts'
import { movedBy, scaledAround, turnedAround } from '../geometry/transform.ts'

/** What is held of shapes: a corner, a place of the frame, the handle that turns, or all of them. */
export type Grab =
  | { readonly kind: 'corner'; readonly shape: Shape; readonly corner: Corner; readonly isNew: boolean }
  | { readonly kind: 'frame'; readonly shape: Shape; readonly handle: FramePlace }
  | { readonly kind: 'turn'; readonly shape: Shape; readonly center: Position }
  | { readonly kind: 'move'; readonly shapes: readonly Shape[] }

export type HeldGrab = Grab & { readonly from: Position }

export const hasFrame = ({ shape }: Figure) => shape === 'rectangle' || shape === 'ellipse'

/** Where the handle that turns is: beyond the middle of the upper side, by so many pixels. */
function turnHandle(figure: Figure, away: number): Position {
  const frame = frameOf(figure)
  const [x, y] = placeInFrame(frame, 0, -1)
  const length = Math.hypot(...frame.v) || 1
  return [x - (frame.v[0] / length) * away, y - (frame.v[1] / length) * away]
}

/** What the handles of a shape depend on. */
export interface HandleSurroundings {
  /** Pixels that a CSS pixel covers. */
  readonly resolution: number
  /** Whether the tool that edits is in hand: shapes can be turned, and sides taken. */
  readonly isEditing: boolean
  /** Whether polygons and lines show the frame around them in place of their corners. */
  readonly isFramed: boolean
}

/** What a shape that is selected alone can be taken by: a frame or corners, and no more than leave it in sight. */
export interface Handles {
  readonly frame: ShapeFrame | null
  readonly places: readonly FramePlace[]
  readonly turn: Position | null
  readonly corners: readonly (Corner & { readonly place: Position })[]
}

const turnHandleAway = 24
/** CSS pixels between handles: nearer ones would lie over each other and over the shape. */
const handleGap = 16
/** CSS pixels a side: of smaller frames only corners are shown. */
const leastWithMiddles = 32

export function handlesOf(figure: Figure, { resolution, isEditing, isFramed }: HandleSurroundings): Handles {
  if (!hasFrame(figure) && !(isEditing && isFramed && figure.geometry.type !== 'Point'))
    return { frame: null, places: [], turn: null, corners: apart(cornersOf(figure.geometry), resolution) }
  const frame = frameOf(figure)
  const shortest = (2 * Math.min(Math.hypot(...frame.u), Math.hypot(...frame.v))) / resolution
  const places = framePlaces.filter(({ u, v }) => shortest >= leastWithMiddles || (u !== 0 && v !== 0))
  return {
    frame,
    places: shortest >= handleGap ? places : places.filter(({ u, v }) => u === 1 && v === 1),
    turn: isEditing ? turnHandle(figure, turnHandleAway * resolution) : null,
    corners: [],
  }
}

/** Of corners that lie close together one stands for the others. */
function apart(corners: Handles['corners'], resolution: number): Handles['corners'] {
  const kept: Handles['corners'][number][] = []
  for (const corner of corners) {
    const last = kept.at(-1)
    const isFar =
      last?.chain !== corner.chain ||
      Math.hypot(last.place[0] - corner.place[0], last.place[1] - corner.place[1]) >= handleGap * resolution
    if (isFar) kept.push(corner)
  }
  return kept
}

interface Wanted extends HandleSurroundings {
  readonly place: Position
  readonly reach: number
}

/** What a press there takes hold of; null where there is no handle. */
export function grabAt(shape: Shape, { place, reach, ...around }: Wanted): Grab | null {
  const isNear = ([x, y]: Position) => Math.hypot(x - place[0], y - place[1]) <= reach
  const { frame, places, turn, corners } = handlesOf(shape, around)
  if (frame && turn && isNear(turn)) return { kind: 'turn', shape, center: frame.center }
  const handle = frame && places.find((each) => isNear(placeInFrame(frame, each.u, each.v)))
  if (handle) return { kind: 'frame', shape, handle }
  if (frame) return null
  const corner = nearestOf(corners, place, reach)
  if (corner) return { kind: 'corner', shape, corner, isNew: false }
  // Where corners lie too close together to be taken, a side would be one of them.
  if (!around.isEditing || corners.length < cornersOf(shape.geometry).length) return null
  const side = sideNear(shape.geometry, place, reach)
  return side && { kind: 'corner', shape, corner: side, isNew: true }
}

function nearestOf(corners: Handles['corners'], [x, y]: Position, reach: number): Corner | null {
  let found: Corner | null = null
  let nearest = reach
  for (const { chain, at, place } of corners) {
    const away = Math.hypot(place[0] - x, place[1] - y)
    if (away <= nearest) [found, nearest] = [{ chain, at }, away]
  }
  return found
}

/** What becomes of the shapes that are held when the pointer is there. */
export function draggedShapes(grab: HeldGrab, to: Position, isEven: boolean): ReadonlyMap<string, Figure> {
  switch (grab.kind) {
    case 'move': {
      const [x, y] = [to[0] - grab.from[0], to[1] - grab.from[1]]
      return new Map(
        grab.shapes.map(({ id, geometry, shape }) => [id, { geometry: movedBy(geometry, x, y), shape }]),
      )
    }
    case 'corner': {
      const { geometry, shape, id } = grab.shape
      const changed = grab.isNew
        ? withCornerAfter(geometry, grab.corner, to)
        : withCornerAt(geometry, grab.corner, to)
      return new Map([[id, { geometry: changed, shape }]])
    }
    case 'turn': {
      const { geometry, shape, id } = grab.shape
      const angle = angleFrom(grab.center, to) - angleFrom(grab.center, grab.from)
      const step = Math.PI / 12
      const turned = isEven ? Math.round(angle / step) * step : angle
      return new Map([[id, { geometry: turnedAround(geometry, grab.center, turned), shape }]])
    }
    case 'frame':
      return new Map([[grab.shape.id, inFrame(grab.shape, grab.handle, to, isEven)]])
  }
}

const angleFrom = (center: Position, [x, y]: Position) => Math.atan2(y - center[1], x - center[0])

function inFrame(figure: Figure, handle: FramePlace, to: Position, isEven: boolean): Figure {
  const before = frameOf(figure)
  const after = resized(before, handle, to, isEven)
  if (figure.shape === 'rectangle') return rectangleIn(after)
  if (figure.shape === 'ellipse') return ellipseIn(after)
  const fixed = placeInFrame(before, -handle.u, -handle.v)
  const by = (way: Position, was: Position) =>
    (way[0] * was[0] + way[1] * was[1]) / (was[0] ** 2 + was[1] ** 2 || 1)
  return {
    ...figure,
    geometry: scaledAround(figure.geometry, fixed, by(after.u, before.u), by(after.v, before.v)),
  }
}
