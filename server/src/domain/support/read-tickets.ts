import type { RouteReply } from '@cresyl/contract/api/route'
import type {
  readSupport as readSupportRoute,
  Ticket,
  TicketWithMessages,
} from '@cresyl/contract/operations/support'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import {
  countDesk,
  countTickets,
  findTicket,
  selectMessages,
  selectTickets,
  type TicketQuery,
} from './queries.ts'
import { viewMessage, viewTicket } from './view.ts'

export async function listTickets(work: Work, query: TicketQuery): Promise<Rows<Ticket>> {
  const results = (await selectTickets(work, query)).map(viewTicket)
  return { count: await countTickets(work, query), results }
}

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

export async function readSupport(
  work: Work,
  toHubSpot: boolean,
): Promise<RouteReply<typeof readSupportRoute>> {
  const { open, waiting, failed, waitingSince, reason } = await countDesk(work)
  return {
    destination: toHubSpot ? 'hubspot' : 'desk',
    open,
    waiting,
    failed,
    reason,
    waiting_since: waitingSince?.toISOString() ?? null,
  }
}
