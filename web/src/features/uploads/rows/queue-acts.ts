import { createContext, type PointerEvent, useContext } from 'react'
import type { Moves } from './order.ts'

/** What rows ask of the list that they are in; the same object for good, so that no row is drawn anew for it. */
export interface QueueActs {
  edit(key: string): void
  showDetails(key: string): void
  move(key: string, where: keyof Moves): void
  /** A row has been taken by its handle. */
  drag(key: string, event: PointerEvent): void
}

export const QueueActsContext = createContext<QueueActs | null>(null)

export function useQueueActs(): QueueActs {
  const acts = useContext(QueueActsContext)
  if (acts === null) throw new Error('There is no queue around this row.')
  return acts
}
