import type { Point } from '@cresyl/contract/slides/affine'
import { aimed, finished } from './draw-state.ts'
import { hitAt, isNear } from './hit.ts'
import type { Measurement } from './measurement.ts'
import { movedBy, movedPoint } from './moved.ts'
import type { PointerPlace, ToolSurroundings } from './tool-events.ts'
import type { Draft, ToolsState } from './tools-state.ts'

/** Takes hold of what lies there, or begins a box or a line. */
export function pressed(state: ToolsState, place: PointerPlace, around: ToolSurroundings): ToolsState {
  if (state.tool === 'box') return { ...state, boxFrom: place.point, box: null }
  // A point that is drawn may lie on another's: the press belongs to what is being drawn.
  if (state.draft !== null) return state
  const hit = hitAt(state.measurements, around.space, place)
  if (hit === null) return state.tool === 'ruler' ? { ...state, lineFrom: place.point } : state
  const { measurement: before, handle } = hit
  return { ...state, selected: before.id, handle: null, grab: { before, handle, from: place.point } }
}

/** Moves what is held, or draws the box or the line. */
export function dragged(state: ToolsState, place: PointerPlace, around: ToolSurroundings): ToolsState {
  const { grab, lineFrom, boxFrom } = state
  if (lineFrom !== null) return withLine(state, lineFrom, place, around)
  if (boxFrom !== null) return { ...state, box: boxBetween(boxFrom, place.point) }
  if (grab === null) return state
  const by = { x: place.point.x - grab.from.x, y: place.point.y - grab.from.y }
  const { before, handle } = grab
  const after =
    handle === 'whole'
      ? movedBy(before, by)
      : movedPoint(before, handle, by, place.snaps ? -around.rotation : null)
  return replaced(state, after)
}

/** A stroke too short to be a line sets its first point, as a click does. */
function withLine(state: ToolsState, from: Point, place: PointerPlace, around: ToolSurroundings): ToolsState {
  const draft: Draft = { kind: 'ruler', points: [from], pointer: null }
  const pointer = isNear(from, place.point, place.reach) ? null : aimed(draft, place, around)
  return { ...state, selected: null, handle: null, aim: null, draft: { ...draft, pointer } }
}

export const boxBetween = (from: Point, to: Point) => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
})

export function released(state: ToolsState): ToolsState {
  const { draft, lineFrom } = state
  if (lineFrom !== null) {
    const end = draft?.pointer
    const drawn = end ? { ...draft, points: [...draft.points, end], pointer: null } : draft
    return finished({ ...state, lineFrom: null, draft: drawn })
  }
  // A box is drawn once: then it is looked at.
  if (state.boxFrom !== null) return { ...state, boxFrom: null, ...(state.box && { tool: null }) }
  return state.grab === null ? state : { ...state, grab: null }
}

export function removed(state: ToolsState, id: string): ToolsState {
  const measurements = state.measurements.filter((measurement) => measurement.id !== id)
  const selected = state.selected === id ? null : state.selected
  return { ...state, measurements, selected, grab: null, handle: null }
}

export function replaced(state: ToolsState, next: Measurement): ToolsState {
  const measurements = state.measurements.map((one) => (one.id === next.id ? next : one))
  return { ...state, measurements }
}

/** These instead of those that are there; numbered anew. */
export function withMeasurements(state: ToolsState, measurements: readonly Measurement[]): ToolsState {
  return {
    ...state,
    measurements: measurements.map((measurement, at) => ({ ...measurement, id: String(at + 1) })),
    nextNumber: measurements.length + 1,
    selected: null,
    handle: null,
    draft: null,
    lineFrom: null,
    grab: null,
  }
}
