import type { AnnotationClassification } from '@cresyl/contract/annotations/annotations'
import type { SlideView } from '../../viewer/slide-view.ts'
import type { Shape } from '../content/shape.ts'
import type { AnnotationDocument, Edit } from '../document/create-document.ts'
import type { DrawingTool } from './drawing-tool.ts'
import { drawingTools } from './drawing-tools.ts'
import { refusalOfEdit } from './refusal-of-edit.ts'
import { type AnnotationToolsState, freshAnnotationTools } from './tools-state.ts'

export interface AnnotationToolsOptions {
  /** Whether keys are meant for this view: that of the pane in use. */
  readonly hasKeys: () => boolean
  /** Whether a tool of another kind has the pointer. */
  readonly isBusy: () => boolean
  readonly mayChange: (shape: Shape) => boolean
  /** Whether it may be accepted or rejected, beside those that may be changed. */
  readonly mayReview: (shape: Shape) => boolean
  readonly newId: () => string
  /** The class that a key chooses; undefined where it chooses none. */
  readonly classOf: (key: string) => AnnotationClassification | undefined
  /** Several were deleted at once; of those selected so many stay, since they are locked or somebody else's. */
  readonly onRemoved: (count: number, left: number) => void
  /** Something that was drawn can't be kept: why, in a sentence. */
  readonly onRefused: (sentence: string) => void
}

/** What all parts of the annotation tools of a view share: what they know, and how that becomes another. */
export interface ToolsHost {
  readonly view: SlideView
  readonly document: AnnotationDocument
  readonly options: AnnotationToolsOptions
  /** The same object as long as nothing has changed. */
  state(): AnnotationToolsState
  become(change: Partial<AnnotationToolsState>): true
  toolInHand(): DrawingTool | null
  /** Those selected that may be changed. */
  changeable(): readonly Shape[]
  /** Whether the list shows it: what it leaves out is not selected along with others. */
  isListed(shape: Shape): boolean
  setListed(isListed: (shape: Shape) => boolean): void
  /** Whether it was done; where it can't be kept, it is told why and nothing is done. */
  perform(edit: Edit): boolean
  subscribe(listener: () => void): () => void
  destroy(): void
}

export function createToolsHost(
  view: SlideView,
  document: AnnotationDocument,
  options: AnnotationToolsOptions,
): ToolsHost {
  const listeners = new Set<() => void>()
  let state = freshAnnotationTools
  let isListed: (shape: Shape) => boolean = () => true
  return {
    view,
    document,
    options,
    state: () => state,
    become(change) {
      const isOther = change.selected !== undefined && change.selected !== state.selected
      state = { ...state, ...(isOther && { isFramed: false }), ...change }
      for (const listener of [...listeners]) listener()
      return true
    },
    toolInHand: () => (state.tool === null || state.tool === 'select' ? null : drawingTools[state.tool]),
    changeable: () =>
      [...state.selected].flatMap((id) => {
        const shape = document.get(id)
        return shape && !shape.locked && options.mayChange(shape) ? [shape] : []
      }),
    isListed: (shape) => isListed(shape),
    setListed: (next) => {
      isListed = next
    },
    perform(edit) {
      const refusal = refusalOfEdit(edit, document, view.image.pyramid)
      if (refusal === undefined) document.perform(edit)
      else options.onRefused(refusal)
      return refusal === undefined
    },
    subscribe(listener) {
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    destroy: () => listeners.clear(),
  }
}
