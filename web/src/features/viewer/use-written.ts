import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { SlideView, ViewChange } from '../../engine/viewer/slide-view.ts'

/**
 * Writes to an element whenever a view tells of one of these changes, past React: for what moves with every frame.
 * Attributes and text that are written here must not be rendered as well.
 */
export function useWritten<Drawn extends Element>(
  view: SlideView,
  changes: readonly ViewChange[],
  write: (element: Drawn) => void,
): RefObject<Drawn | null> {
  const ref = useRef<Drawn>(null)
  const what = changes.join(' ')
  const latest = useRef(write)
  latest.current = write
  useLayoutEffect(() => {
    if (ref.current) write(ref.current)
  })
  useLayoutEffect(() => {
    const tell = () => ref.current && latest.current(ref.current)
    const ends = (what.split(' ') as ViewChange[]).map((change) => view.subscribe(change, tell))
    return () => {
      for (const end of ends) end()
    }
  }, [view, what])
  return ref
}
