import type { Point } from '@cresyl/contract/slides/affine'
import { isPressed } from '../input/bind-keys.ts'
import { isForText } from '../input/for-text.ts'
import { type ToolDeed, toolDeeds, toolKeys } from '../input/keys.ts'

/** What keys do while tools are there. */
export interface KeyHost {
  /** Whether something came of it: then the key is nobody else's. */
  press(deed: Exclude<ToolDeed, ArrowDeed>): boolean
  /** By so many CSS pixels of the screen; whether something was moved. */
  nudge(by: Point): boolean
  /** While Space is held the picture is moved, whatever tool is in hand. */
  space(isHeld: boolean): void
}

type ArrowDeed = 'nudge' | 'nudgeFar'

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const farStep = 10

/** Listens until what it returns is called. Fields, dialogs and menus keep their keys. */
export function listenToKeys(target: Window, host: KeyHost): () => void {
  const ending = new AbortController()
  const { signal } = ending

  function onDown(event: KeyboardEvent): void {
    if (event.code === 'Space') host.space(true)
    const deed = deedOf(event)
    if (deed === null || isArrow(deed) || event.defaultPrevented || isElsewhere(event)) return
    if (host.press(deed)) event.preventDefault()
  }
  function onArrow(event: KeyboardEvent): void {
    const deed = deedOf(event)
    const direction = directions[event.code]
    if (deed === null || !isArrow(deed) || direction === undefined || isElsewhere(event)) return
    const step = deed === 'nudgeFar' ? farStep : 1
    if (host.nudge({ x: direction.x * step, y: direction.y * step })) event.preventDefault()
  }
  const letGo = () => host.space(false)

  target.addEventListener('keydown', onDown, { signal })
  // Before anybody who would move the picture by them.
  target.addEventListener('keydown', onArrow, { signal, capture: true })
  target.addEventListener('keyup', (event) => event.code === 'Space' && letGo(), { signal })
  target.addEventListener('blur', letGo, { signal })
  return () => ending.abort()
}

const deedOf = (event: KeyboardEvent): ToolDeed | null =>
  toolDeeds.find((deed) => toolKeys[deed].some((stroke) => isPressed(stroke, event))) ?? null

const isArrow = (deed: ToolDeed): deed is ArrowDeed => deed === 'nudge' || deed === 'nudgeFar'

const pressedByEnter = 'button, a, summary, [role="button"], [role="tab"]'
const movedByArrows = '[role="tab"], [role="radio"], [role="option"], [role="row"], [role="treeitem"]'

function isElsewhere({ target, key, code }: KeyboardEvent): boolean {
  if (isForText(target)) return true
  if (!(target instanceof Element)) return false
  if (key === 'Enter') return target.closest(pressedByEnter) !== null
  return code in directions && target.closest(movedByArrows) !== null
}
