import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** The row that is dragged, and the one that it is over now. */
export interface RowDrag {
  key: string
  over: string | null
}

/** So near to the edge of a list, in pixels, it scrolls along. */
const edge = 40
const scrollStep = 12

/** Rows are known by `data-upload`; what scrolls them by `data-rows`. */
export function useRowDrag(onDrop: (key: string, over: string) => void) {
  const [dragged, setDragged] = useState<RowDrag | null>(null)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])

  function drag(key: string, { button, clientX, clientY, currentTarget }: PointerEvent) {
    if (button !== 0) return
    const box = currentTarget.closest<HTMLElement>('[data-rows]')
    ending.current?.abort()
    const end = new AbortController()
    ending.current = end
    let [x, y, over]: [number, number, string | null] = [clientX, clientY, null]
    const look = () => {
      const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-upload]')
      over = row?.dataset.upload ?? null
      setDragged((before) => (before?.key === key && before.over === over ? before : { key, over }))
    }
    const follow = () => {
      if (end.signal.aborted) return
      if (box) scrollAlong(box, y)
      look()
      requestAnimationFrame(follow)
    }
    const finish = (isDrop: boolean) => {
      end.abort()
      setDragged(null)
      if (isDrop && over !== null && over !== key) onDrop(key, over)
    }
    const { signal } = end
    window.addEventListener('pointermove', (event) => ([x, y] = [event.clientX, event.clientY]), { signal })
    window.addEventListener('pointerup', () => finish(true), { signal })
    window.addEventListener('pointercancel', () => finish(false), { signal })
    window.addEventListener('keydown', (event) => event.key === 'Escape' && finish(false), { signal })
    follow()
  }

  return { dragged, drag }
}

function scrollAlong(box: HTMLElement, y: number): void {
  const { top, bottom } = box.getBoundingClientRect()
  if (y < top + edge) box.scrollTop -= scrollStep
  else if (y > bottom - edge) box.scrollTop += scrollStep
}
