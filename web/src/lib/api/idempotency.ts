import { useRef } from 'react'

/**
 * One key for one thing the person does: sending the same content again (a double click, a retry after a lost
 * reply) keeps it; changed content gets a new one.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef<{ content: string; key: string } | null>(null)
  return (content) => {
    const text = JSON.stringify(content)
    if (last.current?.content !== text) last.current = { content: text, key: crypto.randomUUID() }
    return last.current.key
  }
}
