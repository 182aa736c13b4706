import { isForText } from './for-text.ts'
import { type KeyAction, type KeyStroke, keyActions, type ViewerKey, viewerKeys } from './keys.ts'

/** What is read of a key event. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** What a key does in the viewer; null where it does nothing. */
export function actionOf(press: KeyPress): KeyAction | null {
  return (
    keyActions.find((action) => viewerKeys[action].strokes.some((stroke) => isPressed(stroke, press))) ?? null
  )
}

/** Whether this is that way to press something. */
export function isPressed(
  stroke: KeyStroke,
  { key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress,
): boolean {
  if (stroke.key !== undefined && stroke.key !== key.toLowerCase()) return false
  if (stroke.code !== undefined && stroke.code !== code) return false
  if (stroke.shift !== undefined && stroke.shift !== shiftKey) return false
  return (stroke.ctrl ?? false) === (ctrlKey || metaKey) && (stroke.alt ?? false) === altKey
}

/**
 * Calls `act` for every key of the viewer that is pressed, unless it is text to someone or somebody has taken it. What
 * `act` answers false to goes on to the browser. Returns what ends it.
 */
export function bindKeys(target: Document | HTMLElement, act: (action: KeyAction) => boolean): () => void {
  const listen = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || isForText(event.target)) return
    const action = actionOf(event)
    if (action === null) return
    const { repeats = false }: ViewerKey = viewerKeys[action]
    // Held down, the rest does nothing more: a slide a time, not fifty.
    if (event.repeat && !repeats) return
    if (act(action)) event.preventDefault()
  }
  target.addEventListener('keydown', listen)
  return () => target.removeEventListener('keydown', listen)
}
