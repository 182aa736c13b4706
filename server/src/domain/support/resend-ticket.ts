import { ApiError } from '@cresyl/contract/errors'
import type { Ticket } from '@cresyl/contract/support'
import { eq } from 'drizzle-orm'
import { tickets } from '../../platform/db/schema/index.ts'
import type { AuditedWork } from '../work.ts'
import { findTicket, lockTicket } from './queries.ts'
import { viewTicket } from './view.ts'

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
