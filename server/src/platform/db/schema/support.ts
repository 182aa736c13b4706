import type { DeliveryState, TicketPriority, TicketState } from '@cresyl/contract/operations/support'
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What members ask of support, whoever answers. */
export const tickets = pgTable('tickets', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  reference: text('reference').notNull(),
  subject: text('subject').notNull(),
  content: text('content').notNull(),
  searchKey: text('search_key').notNull(),
  state: text('state').$type<TicketState>().notNull().default('open'),
  category: text('category').notNull(),
  categoryLabel: text('category_label').notNull(),
  pipeline: text('pipeline').notNull(),
  pipelineLabel: text('pipeline_label').notNull(),
  priority: text('priority').$type<TicketPriority>().notNull(),
  page: text('page'),
  request: text('request'),
  slideId: uuid('slide_id'),
  jobId: uuid('job_id'),
  fileId: uuid('file_id'),
  jobLog: text('job_log'),
  messages: integer('messages').notNull().default(0),
  /** On its way to HubSpot; null for what stays here. */
  delivery: text('delivery').$type<DeliveryState>(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at'),
  /** An attempt may have arrived although nobody heard so. */
  uncertain: boolean('uncertain').notNull().default(false),
  reason: text('reason'),
  sentAt: instant('sent_at'),
  hubspotId: text('hubspot_id'),
  /** When HubSpot is asked for answers next; null where it isn't. */
  answersDueAt: instant('answers_due_at'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})

/** What was said about a ticket. */
export const ticketMessages = pgTable('ticket_messages', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  ticketId: uuid('ticket_id').notNull(),
  text: text('text').notNull(),
  fromSupport: boolean('from_support').notNull(),
  /** Of an answer that was given in HubSpot: its number there. */
  hubspotId: text('hubspot_id'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
})
