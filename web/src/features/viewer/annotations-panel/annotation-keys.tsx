import { useEffect, useRef } from 'react'
import type { Act } from '../../../engine/annotations/document/history.ts'
import type { Tools } from '../../../engine/viewer/tools/create-tools.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { useActiveTools } from '../tools/use-tools.ts'
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
  const refusal = useDrawingRefusal()
  const draw = (tool: Parameters<typeof toggleTool>[1]) => () => {
    if (session === null) return false
    if (refusal === null) toggleTool(session, tool)
    else showToast(refusal, 'info')
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
    undo: useUndo(session),
    redo: withSession(redo),
    copyShapes: withSession(({ tools }) => copySelected(tools)),
    pasteShapes: withSession(({ tools }) => refusal === null && paste(tools)),
    duplicateShapes: withSession(({ tools }) => refusal === null && duplicateSelected(tools)),
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

/**
 * Takes back what was done last, whether it was drawn or measured: each change of a measurement remembers the last act
 * with annotations before it.
 */
function useUndo(session: AnnotationSession | null): () => boolean {
  const tools = useActiveTools()
  const acts = useRef(new WeakMap<Tools, (Act | null)[]>())
  useEffect(() => {
    if (tools === null) return
    const follow = () => {
      const known = acts.current.get(tools) ?? []
      const depth = tools.undoDepth()
      while (known.length < depth) known.push(session?.document.lastAct() ?? null)
      acts.current.set(tools, known.slice(0, depth))
    }
    follow()
    return tools.subscribe(follow)
  }, [tools, session])
  return () => {
    const measured = tools && acts.current.get(tools)?.at(-1)
    if (measured !== undefined && measured === (session?.document.lastAct() ?? null))
      return tools?.undo() ?? false
    return (session !== null && undo(session)) || (tools?.undo() ?? false)
  }
}

function sized(tools: AnnotationSession['tools'], step: 1 | -1): boolean {
  tools.resizeBrush(step)
  return true
}
