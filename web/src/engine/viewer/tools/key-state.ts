import type { Point } from '@cresyl/contract/slides/affine'
import { drawnAt, finished } from './draw-state.ts'
import { boxBetween, released, replaced } from './edit-state.ts'
import { isNear } from './hit.ts'
import { handlesOf, type Measurement } from './measurement.ts'
import { movedBy, movedPoint } from './moved.ts'
import type { PointerPlace, ToolSurroundings } from './tool-events.ts'
import type { ToolsState } from './tools-state.ts'

/**
 * Enter: the first shows where a point would be set, in the middle of the view; each further one sets it there, and one
 * at the place of the last point ends. What is drawn with the pointer it ends.
 */
export function entered(state: ToolsState, middle: PointerPlace, around: ToolSurroundings): ToolsState {
  const { tool, aim, draft } = state
  if (tool === null) return state
  if (aim === null) return draft === null ? aimedAt(state, middle.point) : finished(state)
  const last = draft?.points.at(-1)
  if (last && isNear(last, aim, middle.reach)) return finished(state)
  return setByKey(state, middle, around)
}

/** Sets a point where one is aimed at, or in the middle of the view. */
export function setByKey(state: ToolsState, middle: PointerPlace, around: ToolSurroundings): ToolsState {
  const { tool, aim, boxFrom } = state
  if (tool === null) return state
  const point = aim ?? middle.point
  const aimed = aimedAt(state, point)
  if (tool !== 'box') return drawnAt(aimed, tool, { ...middle, point }, around)
  return boxFrom === null ? { ...aimed, boxFrom: point, box: null } : { ...released(aimed), aim: null }
}

const aimedAt = (state: ToolsState, aim: Point): ToolsState => ({
  ...state,
  aim,
  selected: null,
  handle: null,
})

/** Moves what one aims with, or what is selected by keys; the arrows are free otherwise. */
export function nudged(state: ToolsState, by: Point): ToolsState {
  const { aim, draft, boxFrom, handle } = state
  if (aim !== null) {
    const to = { x: aim.x + by.x, y: aim.y + by.y }
    return {
      ...state,
      aim: to,
      draft: draft && { ...draft, pointer: to },
      box: boxFrom === null ? state.box : boxBetween(boxFrom, to),
    }
  }
  const selected = selectedOf(state)
  if (selected === undefined || handle === null) return state
  return replaced(state, handle === 'whole' ? movedBy(selected, by) : movedPoint(selected, handle, by, null))
}

/** From point to point of what is selected, then all of it; begins with what was drawn last. */
export function nextHandle(state: ToolsState, step: 1 | -1): ToolsState {
  const selected = selectedOf(state) ?? state.measurements.at(-1)
  if (selected === undefined || state.draft !== null) return state
  const handles = handleNames(selected)
  const at = selected.id === state.selected && state.handle !== null ? handles.indexOf(state.handle) : null
  const next = at === null ? (step === 1 ? 0 : handles.length - 1) : at + step
  return {
    ...state,
    aim: null,
    selected: selected.id,
    handle: handles[(next + handles.length) % handles.length] ?? 'whole',
  }
}

/** From measurement to measurement, in the order in which they were drawn; the arrows then move all of it. */
export function nextMeasurement(state: ToolsState, step: 1 | -1): ToolsState {
  const { measurements, draft } = state
  if (measurements.length === 0 || draft !== null) return state
  const at = measurements.findIndex(({ id }) => id === state.selected)
  const next = at < 0 ? (step === 1 ? 0 : -1) : at + step
  const chosen = measurements.at(next % measurements.length)
  return { ...state, aim: null, selected: chosen?.id ?? null, handle: 'whole' }
}

function handleNames(measurement: Measurement): readonly (number | 'whole')[] {
  if (measurement.kind === 'field') return ['whole']
  return [...handlesOf(measurement).keys(), 'whole']
}

const selectedOf = ({ measurements, selected }: ToolsState) => measurements.find(({ id }) => id === selected)
