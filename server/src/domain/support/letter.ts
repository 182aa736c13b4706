import type { HubSpotTicket } from '../../platform/hubspot/hubspot.ts'
import type { Catalogue } from './catalogue.ts'
import type { TicketRow } from './view.ts'

export interface Sender {
  name: string
  email: string
  organization: string
}

/** What a ticket says in HubSpot: its words, and everything whoever answers needs to find the place. */
export function letterOf(
  ticket: TicketRow,
  sender: Sender | undefined,
  { pipelines, categories }: Catalogue,
  origin: string,
): Omit<HubSpotTicket, 'contactId'> {
  // What was offered while HubSpot could not be asked, or has been removed there since, gives way to what there is.
  const pipeline = pipelines.find(({ id }) => id === ticket.pipeline) ?? pipelines[0]
  const stage = pipeline?.stages.find(({ closed }) => !closed) ?? pipeline?.stages[0]
  const isCategory = categories.some(({ value }) => value === ticket.category)
  const facts = [
    sender && `From: ${sender.name} <${sender.email}>, ${sender.organization}`,
    `Ticket: ${ticket.reference}`,
    isCategory ? undefined : `Category: ${ticket.categoryLabel}`,
    ticket.page && `Page: ${origin}${ticket.page}`,
    ticket.slideId && `Slide: ${origin}/slide/${ticket.slideId}`,
    ticket.jobId && `Job: ${origin}/#job-${ticket.jobId}`,
    ticket.fileId && `File: ${ticket.fileId}`,
    ticket.request && `Request: ${ticket.request}`,
  ]
  return {
    subject: subjectOf(ticket),
    content: `${ticket.content}\n\n--\n${facts.filter(Boolean).join('\n')}`,
    pipeline: pipeline?.id ?? ticket.pipeline,
    stage: stage?.id ?? '1',
    priority: ticket.priority,
    category: isCategory ? ticket.category : null,
  }
}

/** By the reference in it a ticket is recognised that may have arrived before. */
export function subjectOf({ reference, subject }: Pick<TicketRow, 'reference' | 'subject'>): string {
  return `[${reference}] ${subject}`
}
