import type { TicketCategory, TicketPipeline } from '@cresyl/contract/operations/support'

/** What a ticket says there. */
export interface HubSpotTicket {
  subject: string
  content: string
  pipeline: string
  stage: string
  priority: string
  /** Null where it has no such category. */
  category: string | null
  /** Whoever asks, by their number there; null where nobody may look that up. */
  contactId: string | null
}

export interface HubSpotContact {
  email: string
  name: string
}

/** How far a ticket is there. */
export interface HubSpotStatus {
  pipeline: string
  stage: string
  changedAt: string | null
}

/** What somebody there wrote to whoever asked. */
export interface HubSpotAnswer {
  id: string
  /** Null where there are no words, or the token may not read them. */
  text: string | null
  at: Date
}

export interface Attachment {
  name: string
  bytes: Buffer
}

/** What we ask of HubSpot. Every call ends within its deadline, or throws a `HubSpotError`. */
export interface HubSpot {
  pipelines(): Promise<TicketPipeline[]>
  categories(): Promise<TicketCategory[]>
  /** The number of a ticket whose subject holds the reference. */
  findTicket(reference: string): Promise<string | undefined>
  /** The number of the contact with this address, who is made where there is none. */
  ensureContact(contact: HubSpotContact): Promise<string>
  /** Undefined where there is no such ticket any more. Somebody waits for it. */
  readStatus(ticketId: string): Promise<HubSpotStatus | undefined>
  /** E-mails that were sent from a ticket, but for those that are known; undefined where there is no such ticket any more. */
  readAnswers(ticketId: string, known: ReadonlySet<string>): Promise<HubSpotAnswer[] | undefined>
  /** The number of the new ticket. */
  createTicket(ticket: HubSpotTicket): Promise<string>
  /** Hangs files on a ticket, as a note. */
  attach(ticketId: string, text: string, files: readonly Attachment[], at: Date): Promise<void>
}

/**
 * `refused`: it has said no, and would again. `unauthorised`: the token is not good enough. `busy`: to be asked again
 * later. `unreached`: the request never arrived. `unknown`: it may have been carried out.
 */
export type HubSpotFault = 'refused' | 'unauthorised' | 'busy' | 'unreached' | 'unknown'

export class HubSpotError extends Error {
  readonly fault: HubSpotFault
  /** It asks not to be asked before. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    fault: HubSpotFault,
    sentence: string,
    options: ErrorOptions & { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(sentence, options)
    this.fault = fault
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
