import type { Ticket, TicketMessage } from '@cresyl/contract/operations/support'
import type { ticketMessages, tickets } from '../../platform/db/schema/index.ts'
import type { Person } from '../resource.ts'

export type TicketRow = typeof tickets.$inferSelect
export type MessageRow = typeof ticketMessages.$inferSelect

/** A ticket with who wrote it. */
export interface TicketDetails {
  ticket: TicketRow
  author: Person | null
}

export function viewTicket({ ticket, author }: TicketDetails): Ticket {
  return {
    id: ticket.id,
    reference: ticket.reference,
    subject: ticket.subject,
    state: ticket.state,
    category: { value: ticket.category, label: ticket.categoryLabel },
    pipeline: { id: ticket.pipeline, label: ticket.pipelineLabel },
    priority: ticket.priority,
    page: ticket.page,
    request: ticket.request,
    slide_id: ticket.slideId,
    job_id: ticket.jobId,
    file_id: ticket.fileId,
    destination: ticket.delivery === null ? 'desk' : 'hubspot',
    delivery: viewDelivery(ticket),
    messages: ticket.messages,
    created_by: author,
    created_at: ticket.createdAt.toISOString(),
    updated_at: ticket.updatedAt.toISOString(),
    version: ticket.version,
  }
}

function viewDelivery({ delivery, ...ticket }: TicketRow): Ticket['delivery'] {
  if (delivery === null) return null
  return {
    state: delivery,
    attempts: ticket.attempts,
    next_attempt_at: delivery === 'waiting' ? (ticket.nextAttemptAt?.toISOString() ?? null) : null,
    reason: ticket.reason,
    sent_at: ticket.sentAt?.toISOString() ?? null,
    hubspot_id: ticket.hubspotId,
  }
}

export function viewMessage(message: MessageRow, author: Person | null): TicketMessage {
  return {
    id: message.id,
    text: message.text,
    from_support: message.fromSupport,
    created_by: author,
    created_at: message.createdAt.toISOString(),
  }
}
