import type { TicketMessage } from '@cresyl/contract/operations/support'
import { ticketLink } from '@cresyl/contract/operations/ticket-links'
import { eq } from 'drizzle-orm'
import { ticketMessages, tickets } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { notify } from '../notifications/notify.ts'
import type { AuditedWork } from '../work.ts'
import { requireCalmPace } from './calm-pace.ts'
import { findAuthor, lockTicket, mayAnswer } from './queries.ts'
import { viewMessage } from './view.ts'

/** An administrator answers; whoever asked adds to it, which opens it again. */
export async function answerTicket(work: AuditedWork, id: string, text: string): Promise<TicketMessage> {
  const { tx, member, now } = work
  const { organizationId, userId } = member
  await requireCalmPace(work)
  const { ticket } = await lockTicket(work, id)
  // An administrator who adds to their own ticket asks.
  const fromSupport = ticket.createdBy !== userId && mayAnswer(member)
  const message = {
    id: newId(now.getTime()),
    organizationId,
    ticketId: id,
    text,
    fromSupport,
    hubspotId: null,
    createdBy: userId,
    createdAt: now,
  }
  await tx.insert(ticketMessages).values(message)
  await tx
    .update(tickets)
    .set({
      state: fromSupport ? 'answered' : 'open',
      messages: ticket.messages + 1,
      updatedAt: now,
      version: ticket.version + 1,
    })
    .where(eq(tickets.id, id))
  const author = await findAuthor(tx, userId)
  const who = author?.name ?? 'Someone'
  await notify(tx, {
    organizationId,
    now,
    link: ticketLink(id),
    except: userId,
    ...(fromSupport
      ? {
          kind: 'support.answered',
          text: `${who} answered your ticket: ${ticket.subject}`,
          to: ticket.createdBy === null ? [] : [ticket.createdBy],
        }
      : {
          kind: 'support.asked',
          text: `${who} added to a ticket: ${ticket.subject}`,
          to: { permission: 'update:organization_settings' },
        }),
  })
  work.record({ id: message.id, details: { ticket_id: id, from_support: fromSupport } })
  return viewMessage(message, author)
}
