import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { AnnotationSession } from './annotation-session.ts'

const parameter = 'annotation'

/** Goes to the annotation that a link names, once, when it is there. */
export function useLinkedAnnotation({ document, tools }: AnnotationSession, isReady: boolean): void {
  const { key, search } = useLocation()
  const followed = useRef<string | null>(null)
  const id = new URLSearchParams(search).get(parameter)
  useEffect(() => {
    if (id === null || !isReady || followed.current === key || document.get(id) === undefined) return
    followed.current = key
    tools.flyTo(id)
    // Loaded again, the page shows what was seen last.
    const address = new URL(location.href)
    address.searchParams.delete(parameter)
    history.replaceState(history.state, '', address)
  }, [id, key, isReady, document, tools])
}
