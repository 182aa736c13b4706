import type { Ticket } from '@cresyl/contract/support'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countTickets, selectTickets, type TicketQuery } from './queries.ts'
import { viewTicket } from './view.ts'

export async function listTickets(work: Work, query: TicketQuery): Promise<Rows<Ticket>> {
  const results = (await selectTickets(work, query)).map(viewTicket)
  return { count: await countTickets(work, query), results }
}
