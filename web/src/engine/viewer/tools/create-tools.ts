import type { Point } from '@cresyl/contract/slides/affine'
import type { Box } from '@cresyl/contract/slides/image-space'
import type { SlideView } from '../slide-view.ts'
import { imageToScreen } from '../viewport.ts'
import { removed, withMeasurements } from './edit-state.ts'
import { framed, keepInView, lengthInImage } from './framing.ts'
import type { GridSettings } from './grid.ts'
import { hitAt } from './hit.ts'
import { listenToKeys } from './key-input.ts'
import type { Measurement } from './measurement.ts'
import { createMeasurementHistory } from './measurement-history.ts'
import { nextState, withTool } from './next-state.ts'
import { shownSpacing } from './paint-tools.ts'
import { createPointerInput } from './pointer-input.ts'
import type { PointerPlace, ToolEvent } from './tool-events.ts'
import { addToolLayer } from './tool-layer.ts'
import { freshTools, type ToolName, type ToolsState } from './tools-state.ts'

/** What somebody is in the midst of measuring, as the tools of another view go on with it. */
export type SuspendedMeasuring = Pick<ToolsState, 'tool' | 'draft' | 'grid' | 'fieldDiameter'>

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
  /** The same list as long as nothing has changed. */
  measurements(): readonly Measurement[]
  /** Those of a link, or of the last time; they are numbered anew. */
  setMeasurements(measurements: readonly Measurement[]): void
  select(id: string | null): void
  /** The measurement after or before the selected one: then `nudge` moves it. */
  selectNext(step: 1 | -1): void
  /** The next or previous point of the selected measurement, then all of it: `nudge` moves that. */
  selectHandle(step: 1 | -1): void
  /** Moves what is aimed at or selected by keys, by CSS pixels of the screen; false where there is nothing. */
  nudge(by: Point): boolean
  remove(id: string): void
  clear(): void
  /** How many changes of what was measured can be taken back. */
  undoDepth(): number
  /** Takes back the last change of what was measured; false where there is none. */
  undo(): boolean
  /** Moves the picture so that a measurement is seen as a whole. */
  flyTo(id: string): void
  suspend(): SuspendedMeasuring
  /** Goes on with what others were suspended in. */
  goOn(suspended: SuspendedMeasuring): void
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
  const history = createMeasurementHistory()

  const layer = addToolLayer(view, () => state, locale)
  const around = () => ({ space: view.image.space, rotation: view.viewport().rotation })

  function become(next: ToolsState): boolean {
    if (next === state) return false
    history.note(state, next)
    show(next)
    return true
  }

  function show(next: ToolsState): void {
    state = next
    layer.changed()
    for (const listener of listeners) listener()
  }

  const act = (event: ToolEvent) => become(nextState(state, event, around()))
  const middle = () => {
    const { center, resolution } = view.viewport()
    return { point: center, reach: 4 * resolution, snaps: false }
  }
  const nudge = (by: Point): boolean => {
    if (!act({ type: 'nudge', by: lengthInImage(view.viewport(), by) })) return false
    keepInView(view, state.aim)
    return true
  }
  const deeds = {
    escape: () => act({ type: 'escape' }),
    enter: () => act({ type: 'enter', ...middle() }),
    setPoint: () => act({ type: 'setPoint', ...middle() }),
    removeLast: () => act({ type: 'removeLast' }),
    removeSelected: () => act({ type: 'removeSelected' }),
    nextPoint: () => act({ type: 'handle', step: 1 }),
    previousPoint: () => act({ type: 'handle', step: -1 }),
    nextMeasurement: () => act({ type: 'measurement', step: 1 }),
    previousMeasurement: () => act({ type: 'measurement', step: -1 }),
  }
  const stopKeys = listenToKeys(window, {
    press: (deed) => hasKeys() && deeds[deed](),
    nudge: (by) => hasKeys() && nudge(by),
    space: (isHeld) => showCursor(isHeld ? 'hand' : null),
  })
  const pointer = createPointerInput({
    view,
    state: () => state,
    act(event) {
      act(event)
      if (event.type === 'move') showCursor(event)
    },
  })

  /** The hand is the view's own. */
  function showCursor(over: PointerPlace | 'hand' | null): void {
    const isFree = over !== null && over !== 'hand' && state.draft === null
    const hit = isFree && hitAt(state.measurements, view.image.space, over)
    const tool = state.tool === null || over === 'hand' ? '' : 'crosshair'
    map.getViewport().style.cursor = hit ? 'move' : tool
  }

  map.addInteraction(pointer)
  map.on('change:target', endWithMap)

  function endWithMap(): void {
    if (!map.getTarget()) destroy()
  }

  function destroy(): void {
    stopKeys()
    map.un('change:target', endWithMap)
    map.removeInteraction(pointer)
    layer.remove()
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
    measurements: () => state.measurements,
    setMeasurements(measurements) {
      history.forget()
      show(withMeasurements(state, measurements))
    },
    select: (selected) => become({ ...state, selected, handle: null }),
    selectNext: (step) => act({ type: 'measurement', step }),
    selectHandle: (step) => act({ type: 'handle', step }),
    nudge,
    remove: (id) => become(removed(state, id)),
    clear: () => become(withMeasurements(state, [])),
    undoDepth: history.depth,
    undo() {
      const measurements = history.undo()
      if (measurements === null) return false
      show({ ...state, measurements, selected: null, handle: null, grab: null })
      return true
    },
    flyTo(id) {
      const found = state.measurements.find((measurement) => measurement.id === id)
      if (found === undefined) return
      become({ ...state, selected: id })
      view.show(framed(view, found), { animated: true })
    },
    suspend() {
      const { tool, draft, grid, fieldDiameter } = state
      return { tool, draft, grid, fieldDiameter }
    },
    goOn(suspended) {
      show({ ...state, ...suspended })
      showCursor(null)
    },
    destroy,
  }
}
