import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Outbox, SaveStatus } from '../../../engine/annotations/sync/create-outbox.ts'

/** What is not saved yet of all annotations. */
export const OutboxContext = createContext<Outbox | null>(null)

export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext)
  if (outbox === null) throw new Error('There is no outbox around this component.')
  return outbox
}

export function useSaveStatus(): SaveStatus {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox.subscribe, outbox.status)
}
