import { boxOf } from '@cresyl/contract/annotations/annotation-geometry'
import type { SlideView } from '../../viewer/slide-view.ts'
import { framedBox } from '../../viewer/tools/framing.ts'
import type { Shape } from '../content/shape.ts'
import type { AnnotationDocument, Edit } from '../document/create-document.ts'
import type { Figure } from '../geometry/combine.ts'
import { createDrawGestures } from './draw-gestures.ts'
import { createEditGestures } from './edit-gestures.ts'
import { createKeyGestures } from './key-gestures.ts'
import { listenToAnnotationKeys } from './key-input.ts'
import { createAnnotationPointer, type PointerHost } from './pointer-input.ts'
import { createSurroundings } from './surroundings.ts'
import { type AnnotationToolsOptions, createToolsHost } from './tools-host.ts'
import { type AnnotationToolName, type AnnotationToolsState, brushes } from './tools-state.ts'

/** What somebody is in the midst of drawing, as the tools of another view go on with it. */
export type SuspendedDrawing = Pick<
  AnnotationToolsState,
  'tool' | 'draft' | 'selected' | 'classification' | 'brush' | 'isHidden' | 'colourBy'
>

/** The tools that draw and edit the annotations of one view. */
export interface AnnotationTools {
  readonly view: SlideView
  readonly document: AnnotationDocument
  /** The same object as long as nothing has changed. */
  state(): AnnotationToolsState
  subscribe(listener: () => void): () => void
  setTool(tool: AnnotationToolName | null): void
  set(
    change: Partial<Pick<AnnotationToolsState, 'classification' | 'isHidden' | 'colourBy' | 'isPresenting'>>,
  ): void
  select(ids: readonly string[]): void
  /** Which ones the list shows. */
  setListed(isListed: (shape: Shape) => boolean): void
  /** All that are known and that the list shows. */
  listed(): readonly Shape[]
  /** Larger or smaller by a step. */
  resizeBrush(step: 1 | -1): void
  /** Those selected that may be changed. */
  changeable(): readonly Shape[]
  /** Those selected that this person may decide about: locked ones too. */
  decidable(): readonly Shape[]
  /** Those selected that this person may accept or reject: what is assigned to them too. */
  reviewable(): readonly Shape[]
  /** Whether it was done; where it can't be kept, it is told why. */
  perform(edit: Edit): boolean
  removeSelected(): boolean
  /** Moves the picture so that one is seen as a whole, and selects it. */
  flyTo(id: string): void
  /** What is being drawn as it would be if it were ended now. */
  drawing(): Figure | null
  /** Lets go of what is being drawn without ending it: other tools may go on with it. */
  suspend(): SuspendedDrawing
  destroy(): void
}

/** They end with the view, or before by `destroy`; they go on with what others were suspended in. */
export function createAnnotationTools(
  view: SlideView,
  document: AnnotationDocument,
  options: AnnotationToolsOptions,
  suspended?: SuspendedDrawing,
): AnnotationTools {
  const { map } = view
  const host = createToolsHost(view, document, options)
  const { state, become, toolInHand } = host
  const surroundings = createSurroundings(host)
  const draw = createDrawGestures(host, surroundings)
  const edit = createEditGestures(host)

  const isDrawing = () => toolInHand() !== null
  /** Annotations can be touched: they are seen, and no other tool wants the pointer. */
  const isFree = () => !state().isHidden && !options.isBusy()

  const selectedThat = (may: (shape: Shape) => boolean) =>
    [...state().selected].flatMap((id) => {
      const shape = document.get(id)
      return shape && may(shape) ? [shape] : []
    })

  function showCursor(): void {
    const isOver = state().hovered !== null
    map.getViewport().style.cursor = isDrawing() ? 'crosshair' : isOver ? 'pointer' : ''
  }

  const pointerHost: PointerHost = {
    press: (at) => (isDrawing() ? draw.press(at) : isFree() && edit.press(at)),
    drag: (at) => (state().draft ? draw.drag(at) : edit.drag(at)),
    release: (at) => (state().draft ? draw.release(at) : edit.release()),
    move(at) {
      if (isDrawing()) draw.move(at)
      else if (isFree()) edit.hover(at)
      else if (state().hovered !== null) become({ hovered: null })
      const isMine = isDrawing() || state().hovered !== null
      if (isMine) showCursor()
      return isMine
    },
    click(at) {
      if (isDrawing()) draw.click(at)
      return isDrawing() || (isFree() && edit.click(at))
    },
    // Two clicks on shapes are no wish to zoom.
    double: (at) => isDrawing() || (isFree() && edit.isOver(at)),
    cancel: () => void become({ draft: null, grab: null, dragged: null, box: null }),
  }

  function setTool(tool: AnnotationToolName | null): void {
    if (tool === state().tool) return
    draw.finish()
    become({ tool, draft: null, aim: null, grab: null, dragged: null, box: null, hovered: null })
    showCursor()
  }

  const pointer = createAnnotationPointer(view, pointerHost)
  const keys = createKeyGestures(host, draw, edit, () => setTool(null))
  const stopKeys = listenToAnnotationKeys(window, keys)
  // What somebody else deleted is selected no more.
  const leaveDocument = document.subscribe('shapes', () => {
    const selected = [...state().selected].filter((id) => document.get(id) !== undefined)
    become(selected.length === state().selected.size ? {} : { selected: new Set(selected) })
  })
  map.addInteraction(pointer)
  map.on('change:target', endWithMap)
  if (suspended) {
    become(suspended)
    showCursor()
  }

  function endWithMap(): void {
    if (!map.getTarget()) destroy()
  }

  function destroy(): void {
    // What was drawn so far is kept, as with another tool.
    draw.finish()
    stopKeys()
    leaveDocument()
    map.un('change:target', endWithMap)
    map.removeInteraction(pointer)
    map.getViewport().style.cursor = ''
    host.destroy()
  }

  return {
    view,
    document,
    state,
    subscribe: host.subscribe,
    setTool,
    set: (change) => void become(change),
    select: (ids) => void become({ selected: new Set(ids) }),
    setListed: host.setListed,
    listed: () => document.list().filter(host.isListed),
    resizeBrush(step) {
      const next = state().brush * (step === 1 ? 1.25 : 0.8)
      become({ brush: Math.min(Math.max(next, brushes.smallest), brushes.largest) })
    },
    changeable: host.changeable,
    decidable: () => selectedThat(options.mayChange),
    reviewable: () => selectedThat((shape) => options.mayChange(shape) || options.mayReview(shape)),
    perform: host.perform,
    removeSelected: edit.removeSelected,
    flyTo(id) {
      const shape = document.get(id)
      if (shape === undefined) return
      const { minX, minY, maxX, maxY } = boxOf(shape.geometry)
      become({ selected: new Set([id]) })
      const box = { x: minX, y: minY, width: maxX - minX, height: maxY - minY }
      view.show(framedBox(view, box), { animated: true })
    },
    drawing: surroundings.drawing,
    suspend() {
      const { tool, draft, selected, classification, brush, isHidden, colourBy } = state()
      become({ draft: null })
      return { tool, draft, selected, classification, brush, isHidden, colourBy }
    },
    destroy,
  }
}
