import { type FocusEvent, useEffect, useRef } from 'react'

interface Focused {
  element: Element
  /** Which of the rows it was in. */
  row: number
}

/** For the box around rows: where the focused row goes away, the focus goes to the one that takes its place. */
export function useKeptFocus<Box extends HTMLElement = HTMLDivElement>() {
  const ref = useRef<Box>(null)
  const last = useRef<Focused | null>(null)

  // After every change: a row may go while a dialog has the focus, which then has nowhere to give it back to.
  useEffect(() => {
    const { activeElement, body } = document
    if (!ref.current || !last.current || last.current.element.isConnected) return
    if (activeElement?.closest('[role$="dialog"], [role="menu"]')) return
    if (!activeElement || activeElement === body) heirOf(ref.current, last.current.row).focus()
    last.current = null
  })

  function onFocus({ target }: FocusEvent) {
    const box = ref.current
    // What menus and dialogs of the rows do arrives here too, though they are elsewhere on the page.
    if (!box?.contains(target)) return
    const row = rowsOf(box).findIndex((each) => each.contains(target))
    last.current = row === -1 ? null : { element: target, row }
  }

  return { ref, onFocus, tabIndex: -1 }
}

const controls = 'a[href], button, input'

function rowsOf(box: HTMLElement): Element[] {
  return [...box.querySelectorAll('tbody > tr, li')]
}

/** The menu of the row, which is its last control; without rows, what the empty list offers. */
function heirOf(box: HTMLElement, index: number): HTMLElement {
  const rows = rowsOf(box)
  const row = rows[Math.min(index, rows.length - 1)]
  const inRow = row ? [...row.querySelectorAll<HTMLElement>(controls)].at(-1) : undefined
  return inRow ?? box.querySelector<HTMLElement>(controls) ?? box
}
