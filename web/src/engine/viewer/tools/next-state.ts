import type { Point } from '@cresyl/contract/affine'
import { circleOutline, snapped } from './arithmetic.ts'
import { hitAt, isNear } from './hit.ts'
import { fewestPoints, type LineKind, type Measurement } from './measurement.ts'
import { movedBy, movedPoint } from './moved.ts'
import type { PointerPlace, ToolEvent, ToolSurroundings } from './tool-events.ts'
import type { Draft, ToolName, ToolsState } from './tools-state.ts'

/** What becomes of the tools when something happens; the same object where nothing does. */
export function nextState(state: ToolsState, event: ToolEvent, around: ToolSurroundings): ToolsState {
  switch (event.type) {
    case 'click':
      return clicked(state, event, around)
    case 'double':
    case 'finish':
      return finished(state)
    case 'move':
      return moved(state, event, around)
    case 'press':
      return pressed(state, event, around)
    case 'drag':
      return dragged(state, event, around)
    case 'release':
      return released(state)
    case 'escape':
      return escaped(state)
    case 'removeLast':
      return lastRemoved(state)
    case 'removeSelected':
      return state.selected === null ? state : removed(state, state.selected)
  }
}

/** One tool is in hand at a time; what was being drawn is kept if it is enough. */
export function withTool(state: ToolsState, tool: ToolName | null): ToolsState {
  if (tool === state.tool) return state
  const settled = finished(state)
  return { ...settled, tool, draft: null, boxFrom: null, selected: null }
}

export function removed(state: ToolsState, id: string): ToolsState {
  const measurements = state.measurements.filter((measurement) => measurement.id !== id)
  const selected = state.selected === id ? null : state.selected
  return { ...state, measurements, selected, grab: null }
}

function clicked(state: ToolsState, place: PointerPlace, around: ToolSurroundings): ToolsState {
  const { tool, draft } = state
  if (draft === null) {
    const hit = hitAt(state.measurements, around.space, place)
    if (hit !== null) return { ...state, selected: hit.measurement.id }
  }
  if (tool === null) return state.selected === null ? state : { ...state, selected: null }
  if (tool === 'box') return state
  if (tool === 'field') return withField(state, place.point, around)
  return withPoint(state, tool, place, around)
}

function withField(state: ToolsState, center: Point, { space }: ToolSurroundings): ToolsState {
  // Without a scale nobody knows how large the field would be.
  if (space.unit !== 'µm') return state
  return added(state, (id) => ({ id, kind: 'field', center, diameter: state.fieldDiameter }))
}

function withPoint(
  state: ToolsState,
  kind: LineKind,
  place: PointerPlace,
  around: ToolSurroundings,
): ToolsState {
  const draft: Draft = state.draft ?? { kind, points: [], pointer: null }
  const point = aimed(draft, place, around)
  const [first] = draft.points
  const last = draft.points.at(-1)
  // The second click of a double click.
  if (last && isNear(last, place.point, place.reach)) return state
  const closes = kind === 'area' && draft.points.length >= fewestPoints.area
  if (closes && first && isNear(first, place.point, place.reach)) return finished(state)
  const next = {
    ...state,
    selected: null,
    draft: { ...draft, points: [...draft.points, point], pointer: null },
  }
  return kind === 'angle' && next.draft.points.length === fewestPoints.angle ? finished(next) : next
}

/** Where a point would be set: at the pointer, or in a direction of 15° steps from the last. */
function aimed(draft: Draft, { point, snaps }: PointerPlace, { rotation }: ToolSurroundings): Point {
  const last = draft.points.at(-1)
  if (!snaps || last === undefined) return point
  return snapped(last, point, directionOf(draft) ?? -rotation)
}

/** The other arm of an angle is counted from the first; everything else from how the picture is seen. */
function directionOf({ kind, points }: Draft): number | null {
  const [end, corner] = points
  if (kind !== 'angle' || end === undefined || corner === undefined) return null
  return Math.atan2(end.y - corner.y, end.x - corner.x)
}

function moved(state: ToolsState, place: PointerPlace, around: ToolSurroundings): ToolsState {
  const { draft } = state
  return draft === null ? state : { ...state, draft: { ...draft, pointer: aimed(draft, place, around) } }
}

function pressed(state: ToolsState, place: PointerPlace, around: ToolSurroundings): ToolsState {
  if (state.tool === 'box') return { ...state, boxFrom: place.point, box: null }
  // A point that is drawn may lie on another's: the press belongs to what is being drawn.
  if (state.draft !== null) return state
  const hit = hitAt(state.measurements, around.space, place)
  if (hit === null) return state
  const { measurement: before, handle } = hit
  return { ...state, selected: before.id, grab: { before, handle, from: place.point } }
}

function dragged(state: ToolsState, place: PointerPlace, { rotation }: ToolSurroundings): ToolsState {
  const { grab, boxFrom } = state
  if (boxFrom !== null) return { ...state, box: boxBetween(boxFrom, place.point) }
  if (grab === null) return state
  const by = { x: place.point.x - grab.from.x, y: place.point.y - grab.from.y }
  const { before, handle } = grab
  const after =
    handle === 'whole' ? movedBy(before, by) : movedPoint(before, handle, by, place.snaps ? -rotation : null)
  return replaced(state, after)
}

const boxBetween = (from: Point, to: Point) => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
})

function released(state: ToolsState): ToolsState {
  // A box is drawn once: then it is looked at.
  if (state.boxFrom !== null) return { ...state, boxFrom: null, ...(state.box && { tool: null }) }
  return state.grab === null ? state : { ...state, grab: null }
}

function finished(state: ToolsState): ToolsState {
  const { draft } = state
  if (draft === null || draft.points.length < fewestPoints[draft.kind]) return state
  const { kind, points } = draft
  return added({ ...state, draft: null }, (id) => ({ id, kind, points }))
}

/** One thing at a time: what moves goes back, what is drawn goes, then the tool, then the selection. */
function escaped(state: ToolsState): ToolsState {
  const { grab, draft, boxFrom, tool, selected } = state
  if (grab !== null) return { ...replaced(state, grab.before), grab: null }
  if (draft !== null) return { ...state, draft: null }
  if (boxFrom !== null) return { ...state, boxFrom: null, box: null }
  if (tool !== null) return { ...state, tool: null }
  return selected === null ? state : { ...state, selected: null }
}

function lastRemoved(state: ToolsState): ToolsState {
  const { draft, selected } = state
  if (draft === null) return selected === null ? state : removed(state, selected)
  const points = draft.points.slice(0, -1)
  return { ...state, draft: points.length === 0 ? null : { ...draft, points } }
}

function added(state: ToolsState, make: (id: string) => Measurement): ToolsState {
  const measurement = make(String(state.nextNumber))
  return {
    ...state,
    measurements: [...state.measurements, measurement],
    selected: measurement.id,
    nextNumber: state.nextNumber + 1,
  }
}

function replaced(state: ToolsState, next: Measurement): ToolsState {
  const measurements = state.measurements.map((one) => (one.id === next.id ? next : one))
  return { ...state, measurements }
}

/** The smallest upright box around a measurement, to show it. */
export function boxAround(measurement: Measurement, { space }: Pick<ToolSurroundings, 'space'>) {
  const points =
    measurement.kind === 'field'
      ? circleOutline(space, measurement.center, measurement.diameter)
      : measurement.points
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
