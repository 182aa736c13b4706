import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { AnnotationSession } from './annotation-session.ts'

/** Goes to the annotation that a link names, once, when it is there. */
export function useLinkedAnnotation({ document, tools }: AnnotationSession, isReady: boolean): void {
  const { key, search } = useLocation()
  const followed = useRef<string | null>(null)
  const id = new URLSearchParams(search).get('annotation')
  useEffect(() => {
    if (id === null || !isReady || followed.current === key || document.get(id) === undefined) return
    followed.current = key
    tools.flyTo(id)
  }, [id, key, isReady, document, tools])
}
