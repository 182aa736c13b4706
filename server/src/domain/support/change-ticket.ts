import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { Ticket, updateTicket as updateTicketRoute } from '@cresyl/contract/operations/support'
import { eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { tickets } from '../../platform/db/schema/index.ts'
import { changesBetween } from '../changes.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork, Member } from '../work.ts'
import { findTicket, lockTicket } from './queries.ts'
import { screenshotKey } from './screenshot.ts'
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

/** Before the ticket goes: what is left of a ticket that is gone would count forever. */
export async function deleteScreenshot(
  { storage }: Context,
  member: Member,
  ticketId: string,
): Promise<void> {
  await storage.delete(screenshotKey(member.organizationId, ticketId))
}

/** For good, with everything said about it; whoever wrote it may, and whoever answers. HubSpot keeps what it has. */
export async function deleteTicket(work: AuditedWork, id: string): Promise<void> {
  const { ticket } = await lockTicket(work, id)
  await work.tx.delete(tickets).where(eq(tickets.id, id))
  work.record({ id, details: { reference: ticket.reference, subject: ticket.subject } })
}

/** Puts a ticket that HubSpot has not got to the front, whatever it waited for. */
export async function resendTicket(work: AuditedWork, id: string): Promise<Ticket> {
  const { tx, now } = work
  const { ticket } = await lockTicket(work, id)
  if (ticket.delivery === null || ticket.delivery === 'sent') {
    throw new ApiError('not_retryable', {
      detail:
        ticket.delivery === null
          ? 'This ticket is answered here and not sent anywhere.'
          : 'HubSpot has this ticket already.',
    })
  }
  await tx
    .update(tickets)
    .set({ delivery: 'waiting', nextAttemptAt: now, updatedAt: now, version: ticket.version + 1 })
    .where(eq(tickets.id, id))
  work.record({ id, details: { reference: ticket.reference, reason: ticket.reason } })
  return viewTicket(await findTicket(work, id))
}
