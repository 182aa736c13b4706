import type { RouteRequest } from '@cresyl/contract/route'
import type { Ticket, updateTicket as updateTicketRoute } from '@cresyl/contract/support'
import { eq } from 'drizzle-orm'
import { tickets } from '../../platform/db/schema/index.ts'
import { changesBetween } from '../changes.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { findTicket, lockTicket } from './queries.ts'
import { viewTicket } from './view.ts'

type Change = RouteRequest<typeof updateTicketRoute>['body']

/** Closes a ticket or opens it again; whoever wrote it may, and whoever answers. */
export async function updateTicket(
  work: AuditedWork,
  id: string,
  { state, version }: Change,
): Promise<Ticket> {
  const { tx, now } = work
  const found = await lockTicket(work, id)
  const { ticket } = found
  await refuseStale({ version }, ticket, () => viewTicket(found))
  const changes = changesBetween(ticket, { state })
  if (ticket.state !== state) {
    await tx
      .update(tickets)
      .set({ state, updatedAt: now, version: ticket.version + 1 })
      .where(eq(tickets.id, id))
  }
  work.record({ id, details: changes })
  return viewTicket(await findTicket(work, id))
}
