import type { Point } from '@cresyl/contract/slides/affine'
import { snapped } from './arithmetic.ts'
import { isNear } from './hit.ts'
import { fewestPoints, type LineKind, type Measurement } from './measurement.ts'
import type { PointerPlace, ToolSurroundings } from './tool-events.ts'
import type { Draft, ToolName, ToolsState } from './tools-state.ts'

/** What a tool makes of a place: its next point, or all of a field. */
export function drawnAt(
  state: ToolsState,
  tool: Exclude<ToolName, 'box'>,
  place: PointerPlace,
  around: ToolSurroundings,
): ToolsState {
  return tool === 'field' ? withField(state, place.point, around) : withPoint(state, tool, place, around)
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
export function aimed(draft: Draft, { point, snaps }: PointerPlace, { rotation }: ToolSurroundings): Point {
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

/** Ends what is being drawn, if that is enough to measure. */
export function finished(state: ToolsState): ToolsState {
  const { draft } = state
  if (draft === null || draft.points.length < fewestPoints[draft.kind]) return state
  const { kind, points } = draft
  return added({ ...state, draft: null }, (id) => ({ id, kind, points }))
}

/** Takes back the last point of what is being drawn. */
export function withoutLast(state: ToolsState): ToolsState {
  const { draft } = state
  if (draft === null) return state
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
