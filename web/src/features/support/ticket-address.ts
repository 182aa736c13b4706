import { ticketHash, ticketsHash } from '@cresyl/contract/operations/ticket-links'

/** What of the tickets lies over the page: one's own, or one of them. */
export type TicketsPlace = { ticketId: string | null }

/** Null where the address does not speak of tickets. */
export function ticketsPlaceOf(hash: string): TicketsPlace | null {
  if (hash === ticketsHash) return { ticketId: null }
  const start = ticketHash('')
  return hash.startsWith(start) && hash.length > start.length ? { ticketId: hash.slice(start.length) } : null
}
