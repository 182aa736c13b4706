import type { Box } from '@cresyl/contract/image-space'
import type { SlideView } from '../slide-view.ts'
import { imageToScreen } from '../viewport.ts'
import type { GridSettings } from './grid.ts'
import { hitAt } from './hit.ts'
import { listenToKeys } from './key-input.ts'
import type { Measurement } from './measurement.ts'
import { boxAround, nextState, removed, withTool } from './next-state.ts'
import { shownSpacing } from './paint-tools.ts'
import { createPointerInput } from './pointer-input.ts'
import type { PointerPlace, ToolEvent } from './tool-events.ts'
import { createToolLayer } from './tool-layer.ts'
import { freshTools, type ToolName, type ToolsState } from './tools-state.ts'

/** The tools over one view. */
export interface Tools {
  readonly view: SlideView
  /** The same object as long as nothing has changed. */
  state(): ToolsState
  subscribe(listener: () => void): () => void
  setTool(tool: ToolName | null): void
  setGrid(grid: Partial<GridSettings>): void
  /** How far apart the lines of the grid are now, in µm or pixels. */
  gridSpacing(): number
  /** Of fields that are placed from now on, in µm. */
  setFieldDiameter(diameter: number): void
  /** The rectangle that is marked on the picture. */
  setBox(box: Box | null): void
  select(id: string | null): void
  remove(id: string): void
  clear(): void
  /** Moves the picture so that a measurement is seen as a whole. */
  flyTo(id: string): void
  destroy(): void
}

export interface ToolsOptions {
  /** Of numbers; asked for whenever something is drawn. */
  readonly locale: () => string
  /** Whether keys are meant for this view: that of the pane in use. */
  readonly hasKeys: () => boolean
}

/** They end with the view, or before by `destroy`. */
export function createTools(view: SlideView, { locale, hasKeys }: ToolsOptions): Tools {
  const { map } = view
  const listeners = new Set<() => void>()
  let state = freshTools
  let isByKeyboard = false

  const layer = createToolLayer(view, () => state, locale)
  const around = () => ({ space: view.image.space, rotation: view.viewport().rotation })

  function become(next: ToolsState): boolean {
    if (next === state) return false
    state = next
    layer.changed()
    for (const listener of listeners) listener()
    return true
  }

  const act = (event: ToolEvent) => become(nextState(state, event, around()))
  const inTheMiddle = () => {
    const { center, resolution } = view.viewport()
    return { point: center, reach: 4 * resolution, snaps: false }
  }

  const stopKeys = listenToKeys(window, {
    press(deed) {
      if (!hasKeys()) return false
      if (deed !== 'pointInMiddle') return act({ type: deed })
      isByKeyboard = state.tool !== null
      return isByKeyboard && act({ type: 'click', ...inTheMiddle() })
    },
    space: (isHeld) => showCursor(isHeld ? 'hand' : null),
  })
  const pointer = createPointerInput({
    view,
    state: () => state,
    act(event) {
      act(event)
      if (event.type !== 'move') return
      isByKeyboard = false
      showCursor(event)
    },
  })

  /** The hand is the view's own. */
  function showCursor(over: PointerPlace | 'hand' | null): void {
    const isFree = over !== null && over !== 'hand' && state.draft === null
    const hit = isFree && hitAt(state.measurements, view.image.space, over)
    const tool = state.tool === null || over === 'hand' ? '' : 'crosshair'
    map.getViewport().style.cursor = hit ? 'move' : tool
  }

  // Where points are set by keys, the next one is always in the middle.
  const stopFollowing = view.subscribe('viewport', () => {
    if (isByKeyboard && state.draft !== null) act({ type: 'move', ...inTheMiddle() })
  })
  map.addLayer(layer)
  map.addInteraction(pointer)
  map.on('change:target', endWithMap)

  function endWithMap(): void {
    if (!map.getTarget()) destroy()
  }

  function destroy(): void {
    stopKeys()
    stopFollowing()
    map.un('change:target', endWithMap)
    map.removeInteraction(pointer)
    map.removeLayer(layer)
    map.getViewport().style.cursor = ''
    listeners.clear()
  }

  return {
    view,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setTool(tool) {
      become(withTool(state, tool))
      showCursor(null)
    },
    setGrid: (grid) => become({ ...state, grid: { ...state.grid, ...grid } }),
    gridSpacing: () =>
      shownSpacing({
        state,
        space: view.image.space,
        toScreen: imageToScreen(view.viewport(), view.size()),
      }),
    setFieldDiameter: (fieldDiameter) => become({ ...state, fieldDiameter }),
    setBox: (box) => become({ ...state, box }),
    select: (selected) => become({ ...state, selected }),
    remove: (id) => become(removed(state, id)),
    clear: () => become({ ...state, measurements: [], selected: null, draft: null, grab: null }),
    flyTo(id) {
      const found = state.measurements.find((measurement) => measurement.id === id)
      if (found === undefined) return
      become({ ...state, selected: id })
      view.show(framed(view, found), { animated: true })
    },
    destroy,
  }
}

/** Room around what is shown, in times of its size. */
const air = 1.6
/** Nobody wants to look at single pixels, however short a line is. */
const closest = 0.5

/** So that it is seen as a whole, however the picture is turned. */
function framed(view: SlideView, measurement: Measurement) {
  const box = boxAround(measurement, view.image)
  const { width, height } = view.size()
  const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const diagonal = Math.hypot(box.width, box.height)
  const needed = (diagonal * air) / Math.min(width, height)
  return { center, resolution: Math.max(needed, closest) }
}
