import type { TicketCategory, TicketPipeline } from '@cresyl/contract/operations/support'
import { z } from 'zod'
import { type HubSpotAnswer, HubSpotError, type HubSpotStatus } from './hubspot.ts'

// The client hands on whatever was answered: what we rely on is checked here.
const made = z.object({ id: z.string().min(1) })
const pipelines = z.object({
  results: z
    .array(
      z.object({
        id: z.string(),
        label: z.string(),
        displayOrder: z.number().catch(0),
        archived: z.boolean().catch(false),
        stages: z.array(
          z.object({
            id: z.string(),
            label: z.string(),
            displayOrder: z.number().catch(0),
            archived: z.boolean().catch(false),
            metadata: z.record(z.string(), z.unknown()).catch({}),
          }),
        ),
      }),
    )
    .min(1),
})
const property = z.object({
  options: z.array(z.object({ value: z.string(), label: z.string(), hidden: z.boolean().catch(false) })),
})
const found = z.object({
  results: z.array(z.object({ id: z.string(), properties: z.object({ subject: z.string().nullish() }) })),
})
const status = z.object({
  properties: z.object({
    hs_pipeline: z.string(),
    hs_pipeline_stage: z.string(),
    hs_lastmodifieddate: z.iso.datetime().nullish().catch(null),
  }),
})

// Their numbers come as numbers or as text, by the version of the API.
const linked = z.object({ results: z.array(z.object({ toObjectId: z.coerce.string().regex(/^\d+$/) })) })
const emails = z.object({
  results: z.array(
    z.object({
      id: z.string().min(1),
      properties: z.object({
        hs_timestamp: z.string().nullish(),
        hs_email_direction: z.string().nullish(),
        hs_email_status: z.string().nullish(),
        hs_email_text: z.string().nullish(),
      }),
    }),
  ),
})

function checked<Schema extends z.ZodType>(schema: Schema, reply: unknown): z.output<Schema> {
  const parsed = schema.safeParse(reply)
  if (parsed.success) return parsed.data
  throw new HubSpotError('unknown', 'HubSpot sent an invalid reply.', {
    cause: parsed.error,
  })
}

export function readId(reply: unknown): string {
  return checked(made, reply).id
}

export function readTicketStatus(reply: unknown): HubSpotStatus {
  const { hs_pipeline, hs_pipeline_stage, hs_lastmodifieddate } = checked(status, reply).properties
  return { pipeline: hs_pipeline, stage: hs_pipeline_stage, changedAt: hs_lastmodifieddate ?? null }
}

/** The numbers of what belongs to something, the smallest first. */
export function readLinked(reply: unknown): string[] {
  const ids = checked(linked, reply).results.map(({ toObjectId }) => toObjectId)
  return ids.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
}

/** What was sent: neither what came in, nor what waits or could not be delivered. */
export function readAnswers(reply: unknown): HubSpotAnswer[] {
  return checked(emails, reply)
    .results.filter(({ properties: { hs_email_direction, hs_email_status } }) => {
      return hs_email_direction === 'EMAIL' && (hs_email_status ?? 'SENT') === 'SENT'
    })
    .flatMap(({ id, properties: { hs_timestamp, hs_email_text } }) => {
      const at = new Date(hs_timestamp ?? '')
      // Sent by nobody knows when: there is no place for it.
      return Number.isNaN(at.getTime()) ? [] : [{ id, at, text: hs_email_text?.trim() || null }]
    })
}

const inOrder = (a: { displayOrder: number }, b: { displayOrder: number }) => a.displayOrder - b.displayOrder

export function readPipelines(reply: unknown): TicketPipeline[] {
  return checked(pipelines, reply)
    .results.filter(({ archived }) => !archived)
    .sort(inOrder)
    .map(({ id, label, stages }) => ({
      id,
      label,
      stages: stages
        .filter(({ archived }) => !archived)
        .sort(inOrder)
        .map((stage) => ({
          id: stage.id,
          label: stage.label,
          closed: stage.metadata.ticketState === 'CLOSED',
        })),
    }))
}

export function readCategories(reply: unknown): TicketCategory[] {
  return checked(property, reply)
    .options.filter(({ hidden }) => !hidden)
    .map(({ value, label }) => ({ value, label }))
}

/** Their search knows words, not whole texts: the subject has the last say. */
export function readMatch(reply: unknown, reference: string): string | undefined {
  return checked(found, reply).results.find(({ properties }) => properties.subject?.includes(reference))?.id
}
