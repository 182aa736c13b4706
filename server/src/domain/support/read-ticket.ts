import type { TicketWithMessages } from '@cresyl/contract/support'
import type { Work } from '../work.ts'
import { findTicket, selectMessages } from './queries.ts'
import { viewMessage, viewTicket } from './view.ts'

export async function readTicket(
  work: Work,
  id: string,
): Promise<Omit<TicketWithMessages, 'progress' | 'screenshot'>> {
  const found = await findTicket(work, id)
  const messages = await selectMessages(work.tx, id)
  return {
    ...viewTicket(found),
    content: found.ticket.content,
    job_log: found.ticket.jobLog,
    conversation: messages.map(({ message, author }) => viewMessage(message, author)),
  }
}
