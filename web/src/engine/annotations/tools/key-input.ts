import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import { isForText } from '../../viewer/input/for-text.ts'

/** What is held while a key is pressed. */
export interface HeldKeys {
  readonly shift: boolean
  readonly ctrl: boolean
}

/** What keys do for the tool in hand; false where there is nothing to do: then the key is somebody else's. */
export interface AnnotationKeyHost {
  escape(): boolean
  enter(held: HeldKeys): boolean
  removeLast(): boolean
  removeSelected(): boolean
  /** By so many CSS pixels of the screen. */
  nudge(by: Position): boolean
  /** The digit of a class. */
  digit(key: string): boolean
}

const arrows: Readonly<Record<string, Position>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const farStep = 10
const pressedByEnter = 'button, a, summary, [role="button"], [role="tab"]'
const movedByArrows = '[role="tab"], [role="radio"], [role="option"], [role="row"], [role="treeitem"]'

/** Before anybody else who listens; what is taken, nobody else sees. Fields, dialogs and menus keep their keys. */
export function listenToAnnotationKeys(target: Window, host: AnnotationKeyHost): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isForText(event.target)) return
    if (!act(event, host)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  target.addEventListener('keydown', listen, { capture: true })
  return () => target.removeEventListener('keydown', listen, { capture: true })
}

function act(event: KeyboardEvent, host: AnnotationKeyHost): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  const held = { shift: shiftKey, ctrl: ctrlKey || metaKey }
  if (altKey || (held.ctrl && key !== 'Enter')) return false
  const arrow = arrows[event.code]
  if (arrow) {
    if (isWithin(event, movedByArrows)) return false
    const step = shiftKey ? farStep : 1
    return host.nudge([arrow[0] * step, arrow[1] * step])
  }
  switch (key) {
    case 'Escape':
      return host.escape()
    case 'Enter':
      return !isWithin(event, pressedByEnter) && host.enter(held)
    case '.':
      return host.enter(held)
    case 'Backspace':
      return host.removeLast()
    case 'Delete':
      return host.removeSelected()
    default:
      return !shiftKey && /^\d$/.test(key) && host.digit(key)
  }
}

const isWithin = ({ target }: KeyboardEvent, selector: string) =>
  target instanceof Element && target.closest(selector) !== null
