/** In the fragment of any address of the app: the tickets lie over that page. */
export const ticketsHash = '#tickets'
export function ticketHash(ticketId: string): string {
  return `#ticket-${ticketId}`
}

/** A link to a ticket for notifications and letters. */
export function ticketLink(ticketId: string): string {
  return `/${ticketHash(ticketId)}`
}
