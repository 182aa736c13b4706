import { showToast } from '../../../ui/toast/toast-store.ts'
import { useViewerKeys } from '../viewer-keys.tsx'
import type { AnnotationSession } from './annotation-session.ts'
import { toggleTool, useAnnotationSession } from './annotations-desk.tsx'
import { nextToReview } from './next-to-review.ts'
import { copySelected, duplicateSelected, paste } from './shape-actions.ts'
import { redo, undo } from './undo.ts'
import { useDrawingRefusal } from './use-refusal.ts'
import { words } from './words.ts'

/** Says of what is selected whether it is right. */
export function review({ tools, document }: AnnotationSession, to: 'accepted' | 'rejected'): boolean {
  const shapes = tools.reviewable()
  if (shapes.length === 0) return false
  document.perform({ update: shapes.map(({ id }) => ({ id, patch: { review: to } })) })
  return true
}

export function showNext({ tools }: AnnotationSession): boolean {
  const [current] = tools.state().selected
  const next = nextToReview(tools.listed(), current)
  if (next === null) showToast(words.allReviewed, 'info')
  else tools.flyTo(next.id)
  return true
}

export function selectAll({ tools }: AnnotationSession): boolean {
  if (tools.state().isHidden) return false
  tools.select(tools.listed().map(({ id }) => id))
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
    selectAllShapes: withSession((each) => each.tools.state().tool !== null && selectAll(each)),
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
