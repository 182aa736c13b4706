import type { Position } from '@cresyl/contract/annotation-geometry'
import type { Shape } from '../content/shape.ts'
import type { Figure } from '../geometry/combine.ts'
import { type Corner, cornerNear, sideNear, withCornerAfter, withCornerAt } from '../geometry/corners.ts'
import {
  boxFrame,
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

const hasFrame = ({ shape }: Figure) => shape === 'rectangle' || shape === 'ellipse'

/** Where the handle that turns is: beyond the middle of the upper side, by so many pixels. */
export function turnHandle(figure: Figure, away: number): Position {
  const frame = frameOf(figure)
  const [x, y] = placeInFrame(frame, 0, -1)
  const length = Math.hypot(...frame.v) || 1
  return [x - (frame.v[0] / length) * away, y - (frame.v[1] / length) * away]
}

/** Handles of a shape that is selected alone. Corners of what is drawn corner by corner, a frame of the rest. */
export function framed(figure: Figure, withBox: boolean): ShapeFrame | null {
  if (figure.geometry.type === 'Point') return null
  if (hasFrame(figure)) return frameOf(figure)
  return withBox ? boxFrame(figure.geometry) : null
}

interface Wanted {
  readonly place: Position
  readonly reach: number
  readonly resolution: number
  /** Whether the box around polygons and lines can be taken, too, and their sides. */
  readonly isEditing: boolean
}

export const turnHandleAway = 24

/** What a press there takes hold of; null where there is no handle. */
export function grabAt(shape: Shape, { place, reach, resolution, isEditing }: Wanted): Grab | null {
  const isNear = ([x, y]: Position) => Math.hypot(x - place[0], y - place[1]) <= reach
  const frame = framed(shape, isEditing)
  if (frame && isEditing && isNear(turnHandle(shape, turnHandleAway * resolution)))
    return { kind: 'turn', shape, center: frame.center }
  if (!hasFrame(shape)) {
    const corner = cornerNear(shape.geometry, place, reach)
    if (corner) return { kind: 'corner', shape, corner, isNew: false }
  }
  const handle = frame && framePlaces.find((each) => isNear(placeInFrame(frame, each.u, each.v)))
  if (handle) return { kind: 'frame', shape, handle }
  if (hasFrame(shape) || !isEditing) return null
  const side = sideNear(shape.geometry, place, reach)
  return side && { kind: 'corner', shape, corner: side, isNew: true }
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
