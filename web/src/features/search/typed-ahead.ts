/** What is typed before the box that it is meant for is there. */
export interface TypedAhead {
  /** What there is so far. */
  typed: () => string
  /** Ends the collecting: from now on keys are somebody else's. */
  stop: () => void
}

/** Takes every key from the page while it collects; `onEscape` where someone thinks better of it. */
export function collectTyped(target: Window, onEscape: () => void): TypedAhead {
  let typed = ''
  const ending = new AbortController()
  function listen(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    event.stopImmediatePropagation()
    // What belongs to the browser stays its own.
    if (ctrlKey || metaKey || altKey || key === 'F5' || key === 'Tab') return
    event.preventDefault()
    if (key === 'Escape') onEscape()
    else if (key === 'Backspace') typed = [...typed].slice(0, -1).join('')
    else if ([...key].length === 1) typed += key
  }
  target.addEventListener('keydown', listen, { capture: true, signal: ending.signal })
  return { typed: () => typed, stop: () => ending.abort() }
}
