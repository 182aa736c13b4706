import { useCallback, useEffect, useRef } from 'react'

/** Whether a slider was moved by hand. Keys go from the value that is shown: it must be there before the next one. */
export function isDragged({ type }: Event): boolean {
  return type.endsWith('move')
}

/** Calls `apply` with the last value of each frame: what is dragged may move more often than the screen is drawn. */
export function usePerFrame<Value>(apply: (value: Value) => void): (value: Value) => void {
  const latest = useRef(apply)
  const waiting = useRef<{ frame: number; value: Value } | null>(null)
  useEffect(() => {
    latest.current = apply
  })
  const flush = useCallback(() => {
    const due = waiting.current
    waiting.current = null
    if (due) latest.current(due.value)
  }, [])
  useEffect(
    () => () => {
      if (waiting.current) cancelAnimationFrame(waiting.current.frame)
      flush()
    },
    [flush],
  )
  return useCallback(
    (value) => {
      if (waiting.current) waiting.current.value = value
      else waiting.current = { frame: requestAnimationFrame(flush), value }
    },
    [flush],
  )
}
