import { isForText } from '../input/for-text.ts'

/** What keys do while tools are there. */
export interface KeyHost {
  /** Whether something came of it: then the key is nobody else's. */
  press(key: 'escape' | 'finish' | 'removeLast' | 'removeSelected' | 'pointInMiddle'): boolean
  /** While Space is held the picture is moved, whatever tool is in hand. */
  space(isHeld: boolean): void
}

const deeds = {
  Escape: 'escape',
  Enter: 'finish',
  Backspace: 'removeLast',
  Delete: 'removeSelected',
  '.': 'pointInMiddle',
} as const

/** Listens until what it returns is called. Fields, dialogs and menus keep their keys. */
export function listenToKeys(target: Window, host: KeyHost): () => void {
  function onDown(event: KeyboardEvent): void {
    if (event.code === 'Space') host.space(true)
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!Object.hasOwn(deeds, event.key) || isElsewhere(event)) return
    const deed = deeds[event.key as keyof typeof deeds]
    if (host.press(deed)) event.preventDefault()
  }
  const onUp = (event: KeyboardEvent) => {
    if (event.code === 'Space') host.space(false)
  }
  const onBlur = () => host.space(false)

  target.addEventListener('keydown', onDown)
  target.addEventListener('keyup', onUp)
  target.addEventListener('blur', onBlur)
  return () => {
    target.removeEventListener('keydown', onDown)
    target.removeEventListener('keyup', onUp)
    target.removeEventListener('blur', onBlur)
  }
}

function isElsewhere({ target, key }: KeyboardEvent): boolean {
  if (isForText(target)) return true
  if (!(target instanceof Element)) return false
  return key === 'Enter' && target.closest('button, a, summary, [role="button"], [role="tab"]') !== null
}
