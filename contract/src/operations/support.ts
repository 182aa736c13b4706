import { id, line, person, prose, time, version } from '../api/fields.ts'
import { ticketLimits } from '../api/limits.ts'
import { listOf, paging, search } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'

/** Where tickets go: to the administrators of the organisation, or to whoever reads them in HubSpot. */
export const ticketDestinations = ['desk', 'hubspot'] as const
export type TicketDestination = (typeof ticketDestinations)[number]

/** `open`: waits for an answer. `answered`: whoever asked has the word. */
export const ticketStates = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

export const ticketPriorities = ['LOW', 'MEDIUM', 'HIGH'] as const
export type TicketPriority = (typeof ticketPriorities)[number]

export const deliveryStates = ['waiting', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const ticketPipeline = z.object({
  id: z.string(),
  label: z.string(),
  stages: z.array(z.object({ id: z.string(), label: z.string(), closed: z.boolean() })),
})
export type TicketPipeline = z.infer<typeof ticketPipeline>

export const ticketCategory = z.object({ value: z.string(), label: z.string() })
export type TicketCategory = z.infer<typeof ticketCategory>

/** What a new HubSpot account has as well: these hold where it can't be asked. */
export const deskPipelines: readonly TicketPipeline[] = [
  {
    id: '0',
    label: 'Support',
    stages: [
      { id: '1', label: 'New', closed: false },
      { id: '2', label: 'Waiting for you', closed: false },
      { id: '3', label: 'Waiting for us', closed: false },
      { id: '4', label: 'Closed', closed: true },
    ],
  },
]
export const deskCategories: readonly TicketCategory[] = [
  { value: 'PRODUCT_ISSUE', label: 'Something does not work' },
  { value: 'GENERAL_INQUIRY', label: 'A question' },
  { value: 'FEATURE_REQUEST', label: 'A wish' },
  { value: 'BILLING_ISSUE', label: 'Account or invoice' },
]

/** What a ticket is about, besides its words: all of it is shown before it is sent. */
const circumstances = {
  /** The address of the page, as a path of the app. */
  page: line(ticketLimits.page).nullable(),
  /** What the server calls a request that failed. */
  request: line(ticketLimits.request).nullable(),
  slide_id: id.nullable(),
  job_id: id.nullable(),
  file_id: id.nullable(),
}

export const ticket = z.object({
  id,
  /** How people name it, in letters and on the telephone. */
  reference: z.string(),
  subject: z.string(),
  state: z.enum(ticketStates),
  category: ticketCategory,
  pipeline: z.object({ id: z.string(), label: z.string() }),
  priority: z.enum(ticketPriorities),
  ...circumstances,
  destination: z.enum(ticketDestinations),
  /** How far it is on its way to HubSpot; null where it stays here. */
  delivery: z
    .object({
      state: z.enum(deliveryStates),
      attempts: z.int(),
      next_attempt_at: time.nullable(),
      /** Why it is not there yet, or what of it is missing there. */
      reason: z.string().nullable(),
      sent_at: time.nullable(),
      /** Its number in HubSpot. */
      hubspot_id: z.string().nullable(),
    })
    .nullable(),
  /** Said about it since. */
  messages: z.int(),
  created_by: person.nullable(),
  created_at: time,
  updated_at: time,
  version,
})
export type Ticket = z.infer<typeof ticket>

export const ticketMessage = z.object({
  id,
  text: z.string(),
  /** Said by an administrator to whoever asked. */
  from_support: z.boolean(),
  created_by: person.nullable(),
  created_at: time,
})
export type TicketMessage = z.infer<typeof ticketMessage>

/** How far a ticket is with those who read it in HubSpot, asked when it is opened. */
export const ticketProgress = z.object({
  /** Null where that could not be asked. */
  pipeline: z.string().nullable(),
  stage: z.string().nullable(),
  closed: z.boolean(),
  changed_at: time.nullable(),
  /** Why it is not known, in a sentence. */
  fault: z.string().nullable(),
})
export type TicketProgress = z.infer<typeof ticketProgress>

export const ticketWithMessages = ticket.extend({
  content: z.string(),
  /** As a data: URL. */
  screenshot: z.string().nullable(),
  job_log: z.string().nullable(),
  /** The oldest first. */
  conversation: z.array(ticketMessage),
  /** Null where it stays here, or is on its way. */
  progress: ticketProgress.nullable(),
})
export type TicketWithMessages = z.infer<typeof ticketWithMessages>

export const listTicketPipelines = route({
  method: 'GET',
  path: 'hubspot/pipelines',
  summary: 'Where a ticket can be put, with the stages it goes through',
  access: 'member',
  query: z.strictObject(paging),
  response: listOf(ticketPipeline),
  status: 200,
})

export const listTicketCategories = route({
  method: 'GET',
  path: 'hubspot/categories',
  summary: 'What a ticket can be about',
  access: 'member',
  query: z.strictObject(paging),
  response: listOf(ticketCategory),
  status: 200,
})

const sentTicket = ticket.extend({
  /** Why the picture was not kept, in sentences; null: it was, or there was none. */
  screenshot_refused: z.string().nullable(),
})
export type SentTicket = z.infer<typeof sentTicket>

export const createTicket = route({
  method: 'POST',
  path: 'hubspot/create-ticket',
  summary: 'Ask for help. Stored at once, and then sent to HubSpot if that is set up',
  access: 'member',
  inPerson: true,
  body: z.strictObject({
    subject: line(ticketLimits.subject).min(1, 'Enter a subject'),
    content: prose(ticketLimits.content).min(1, 'Describe what happened or what you need'),
    /** Absent: the first one. */
    pipeline: line(ticketLimits.key).optional(),
    category: line(ticketLimits.key).optional(),
    priority: z.enum(ticketPriorities).default('MEDIUM'),
    page: circumstances.page.optional(),
    request: circumstances.request.optional(),
    slide_id: id.nullable().optional(),
    job_id: id.nullable().optional(),
    file_id: id.nullable().optional(),
    /** A picture of the page as a data: URL: PNG, JPEG or WebP. */
    screenshot: z
      .string()
      .max(Math.ceil((ticketLimits.screenshotBytes * 4) / 3) + 64, 'The picture is larger than 2 MB')
      .nullable()
      .optional(),
    /** Adds the newest lines of the job's log. */
    with_log: z.boolean().default(false),
  }),
  response: sentTicket,
  status: 201,
  errors: ['rate_limited', 'too_many'],
  audit: 'ticket.created',
  idempotent: true,
  bodyLimit: ticketLimits.body,
})

export const listTickets = route({
  method: 'GET',
  path: 'hubspot/tickets',
  summary: 'Your tickets, newest first; for administrators those of all members',
  access: 'member',
  inPerson: true,
  query: z.strictObject({
    ...paging,
    search,
    state: z.array(z.enum(ticketStates)).optional(),
    delivery: z.array(z.enum(deliveryStates)).optional(),
    /** Only your own. */
    mine: z.boolean().optional(),
  }),
  response: listOf(ticket),
  status: 200,
})

const params = z.strictObject({ id })

export const readTicket = route({
  method: 'GET',
  path: 'hubspot/tickets/{id}',
  summary: 'A ticket with its messages',
  access: 'member',
  inPerson: true,
  params,
  response: ticketWithMessages,
  status: 200,
})

export const updateTicket = route({
  method: 'PATCH',
  path: 'hubspot/tickets/{id}',
  summary: 'Close a ticket or open it again',
  access: 'member',
  inPerson: true,
  params,
  body: z.strictObject({ state: z.enum(['open', 'closed']), version: version.optional() }),
  response: ticket,
  status: 200,
  errors: ['stale_version'],
  audit: 'ticket.updated',
})

export const deleteTicket = route({
  method: 'DELETE',
  path: 'hubspot/tickets/{id}',
  summary: 'Delete a ticket with everything said about it, for good',
  access: 'member',
  inPerson: true,
  params,
  status: 204,
  audit: 'ticket.deleted',
})

export const answerTicket = route({
  method: 'POST',
  path: 'hubspot/tickets/{id}/messages',
  summary: 'Answer a ticket as an administrator, or add to your own',
  access: 'member',
  inPerson: true,
  params,
  body: z.strictObject({ text: prose(ticketLimits.content).min(1, 'Write an answer first') }),
  response: ticketMessage,
  status: 201,
  errors: ['rate_limited'],
  audit: 'ticket.answered',
  idempotent: true,
})

export const resendTicket = route({
  method: 'POST',
  path: 'hubspot/tickets/{id}/send',
  summary: 'Send a waiting ticket to HubSpot now',
  access: 'update:organization_settings',
  params,
  response: ticket,
  status: 200,
  errors: ['not_retryable'],
  audit: 'ticket.resent',
})

export const readSupport = route({
  method: 'GET',
  path: 'hubspot/desk',
  summary: 'Where tickets go, and how many of those you may see are open or on their way',
  access: 'member',
  response: z.object({
    destination: z.enum(ticketDestinations),
    open: z.int(),
    waiting: z.int(),
    failed: z.int(),
    /** Since when the longest waiting one waits. */
    waiting_since: time.nullable(),
    /** Why the last attempt of a waiting one came to nothing. */
    reason: z.string().nullable(),
  }),
  status: 200,
})
