import type { Step } from '../../../engine/annotations/document/create-document.ts'
import type { Act, Creation } from '../../../engine/annotations/document/history.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import type { AnnotationSession } from './annotation-session.ts'
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
