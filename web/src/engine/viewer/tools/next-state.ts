import { aimed, drawnAt, finished, withoutLast } from './draw-state.ts'
import { dragged, pressed, released, removed, replaced } from './edit-state.ts'
import { hitAt } from './hit.ts'
import { entered, nextHandle, nextMeasurement, nudged, setByKey } from './key-state.ts'
import type { PointerPlace, ToolEvent, ToolSurroundings } from './tool-events.ts'
import type { ToolName, ToolsState } from './tools-state.ts'

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
      return state.draft === null ? withoutSelected(state) : withoutLast(state)
    case 'removeSelected':
      return withoutSelected(state)
    case 'enter':
      return entered(state, event, around)
    case 'setPoint':
      return setByKey(state, event, around)
    case 'nudge':
      return nudged(state, event.by)
    case 'handle':
      return nextHandle(state, event.step)
    case 'measurement':
      return nextMeasurement(state, event.step)
  }
}

/** One tool is in hand at a time; what was being drawn is kept if it is enough. */
export function withTool(state: ToolsState, tool: ToolName | null): ToolsState {
  if (tool === state.tool) return state
  const settled = finished(state)
  return {
    ...settled,
    tool,
    draft: null,
    lineFrom: null,
    boxFrom: null,
    selected: null,
    handle: null,
    aim: null,
  }
}

const withoutSelected = (state: ToolsState) =>
  state.selected === null ? state : removed(state, state.selected)

function clicked(state: ToolsState, place: PointerPlace, around: ToolSurroundings): ToolsState {
  const { tool, draft } = state
  if (draft === null) {
    const hit = hitAt(state.measurements, around.space, place)
    if (hit !== null) return { ...state, selected: hit.measurement.id, handle: null }
  }
  if (tool === null) return state.selected === null ? state : { ...state, selected: null, handle: null }
  if (tool === 'box') return state
  return drawnAt(state, tool, place, around)
}

function moved(state: ToolsState, place: PointerPlace, around: ToolSurroundings): ToolsState {
  const { draft, aim, lineFrom } = state
  if (lineFrom !== null) return state
  if (draft === null) return aim === null ? state : { ...state, aim: null }
  // Whoever takes the mouse goes on with it.
  return { ...state, aim: null, draft: { ...draft, pointer: aimed(draft, place, around) } }
}

/** One thing at a time: what moves goes back, what is drawn goes, then the tool, then what is selected. */
function escaped(state: ToolsState): ToolsState {
  const { grab, draft, lineFrom, boxFrom, aim, tool, handle, selected } = state
  if (grab !== null) return { ...replaced(state, grab.before), grab: null }
  if (draft !== null || lineFrom !== null) return { ...state, draft: null, lineFrom: null }
  if (boxFrom !== null) return { ...state, boxFrom: null, box: null }
  if (aim !== null) return { ...state, aim: null }
  if (tool !== null) return { ...state, tool: null }
  if (handle !== null) return { ...state, handle: null }
  return selected === null ? state : { ...state, selected: null }
}
