import type { Step } from '../../../engine/annotations/document/create-document.ts'
import type { Act, Creation } from '../../../engine/annotations/document/history.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { useViewerKeys } from '../viewer-keys.tsx'
import type { AnnotationSession } from './annotation-session.ts'
import { toggleTool, useAnnotationSession } from './annotations-desk.tsx'
import { nextToReview } from './next-to-review.ts'
import { copySelected, duplicateSelected, paste } from './shape-actions.ts'
import { useDrawingRefusal } from './use-refusal.ts'
import { words } from './words.ts'

export function undo(session: AnnotationSession, act?: Act): boolean {
  const { document } = session
  if (!document.canUndo()) return false
  void tellStep(session, document.undo(act), words.undone)
  return true
}

export function redo(session: AnnotationSession): boolean {
  const { document } = session
  if (!document.canRedo()) return false
  void tellStep(session, document.redo(), words.redone)
  return true
}

async function tellStep(
  { source, tell }: AnnotationSession,
  stepping: Promise<Step | null>,
  say: (step: Step) => string,
): Promise<void> {
  try {
    const step = await stepping
    if (step === null) return
    if (step.name === 'imported' || step.name === 'promoted') source.refresh()
    tell(say(step), step.left > 0 ? 'warning' : 'info')
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error), 'error')
  }
}

/** What the server has made at once can be undone like what was drawn: also from the message that tells of it. */
export function noteCreation(session: AnnotationSession, creation: Creation, message: string): void {
  session.document.noteCreation(creation)
  session.source.refresh()
  tellUndoable(session, message)
}

/** Tells of what was just done to many, with a way back. */
export function tellUndoable(session: AnnotationSession, message: string): void {
  const act = session.document.lastAct() ?? undefined
  showToast(message, 'success', { label: words.undo, run: () => void undo(session, act) })
}

/** Says of what is selected whether it is right. */
export function review({ tools, document }: AnnotationSession, to: 'accepted' | 'rejected'): boolean {
  const shapes = tools.reviewable()
  if (shapes.length === 0) return false
  document.perform({ update: shapes.map(({ id }) => ({ id, patch: { review: to } })) })
  return true
}

export function showNext({ tools, document }: AnnotationSession): boolean {
  const [current] = tools.state().selected
  const next = nextToReview([...document.all()], current)
  if (next === null) showToast(words.allReviewed, 'info')
  else tools.flyTo(next.id)
  return true
}

/** The keys of annotations, for as long as there is a viewer. */
export function AnnotationKeys() {
  const session = useAnnotationSession()
  const mayDraw = useDrawingRefusal() === null
  const draw = (tool: Parameters<typeof toggleTool>[1]) => () => {
    if (session === null || !mayDraw) return false
    toggleTool(session, tool)
    return true
  }
  const withSession = (act: (session: AnnotationSession) => boolean) => () => session !== null && act(session)
  useViewerKeys({
    drawPoint: draw('point'),
    drawLine: draw('line'),
    drawRectangle: draw('rectangle'),
    drawEllipse: draw('ellipse'),
    drawPolygon: draw('polygon'),
    drawFreehand: draw('freehand'),
    drawBrush: draw('brush'),
    drawWand: draw('wand'),
    editShapes: draw('select'),
    brushSmaller: withSession(({ tools }) => sized(tools, -1)),
    brushLarger: withSession(({ tools }) => sized(tools, 1)),
    undo: withSession((each) => undo(each)),
    redo: withSession(redo),
    copyShapes: withSession(({ tools }) => copySelected(tools)),
    pasteShapes: withSession(({ tools }) => mayDraw && paste(tools)),
    duplicateShapes: withSession(({ tools }) => mayDraw && duplicateSelected(tools)),
    hideAnnotations: withSession(({ tools }) => {
      tools.set({ isHidden: !tools.state().isHidden })
      return true
    }),
    acceptAnnotation: withSession((each) => review(each, 'accepted')),
    rejectAnnotation: withSession((each) => review(each, 'rejected')),
    nextAnnotation: withSession(showNext),
  })
  return null
}

function sized(tools: AnnotationSession['tools'], step: 1 | -1): boolean {
  tools.resizeBrush(step)
  return true
}
