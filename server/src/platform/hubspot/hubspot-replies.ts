import type { TicketCategory, TicketPipeline } from '@cresyl/contract/support'
import { z } from 'zod'
import { HubSpotError, type HubSpotStatus } from './hubspot.ts'

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

function checked<Schema extends z.ZodType>(schema: Schema, reply: unknown): z.output<Schema> {
  const parsed = schema.safeParse(reply)
  if (parsed.success) return parsed.data
  throw new HubSpotError('unknown', 'HubSpot answered with something that is no answer.', {
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

const inOrder = (a: { displayOrder: number }, b: { displayOrder: number }) => a.displayOrder - b.displayOrder

export function readPipelines(reply: unknown): TicketPipeline[] {
  return checked(pipelines, reply)
    .results.filter(({ archived }) => !archived)
    .sort(inOrder)
    .map(({ id, label, stages }) => ({
      ...{ id, label },
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
