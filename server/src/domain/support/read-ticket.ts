import type { TicketWithMessages } from '@cresyl/contract/support'
import type { Work } from '../work.ts'
import { findScreenshot, findTicket, selectMessages } from './queries.ts'
import { viewMessage, viewTicket } from './view.ts'

export async function readTicket(work: Work, id: string): Promise<Omit<TicketWithMessages, 'progress'>> {
  const found = await findTicket(work, id)
  const screenshot = await findScreenshot(work.tx, id)
  const messages = await selectMessages(work.tx, id)
  return {
    ...viewTicket(found),
    content: found.ticket.content,
    screenshot: screenshot
      ? `data:${screenshot.mediaType};base64,${screenshot.bytes.toString('base64')}`
      : null,
    job_log: found.ticket.jobLog,
    conversation: messages.map(({ message, author }) => viewMessage(message, author)),
  }
}
