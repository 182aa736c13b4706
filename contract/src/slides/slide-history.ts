import type { AuditEvent } from '../api/audit.ts'
import { id, person, time } from '../api/fields.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { qcStates } from './slides.ts'

/** What of the audit log makes up the history of a slide: of itself, its file and its images. */
export const slideHistoryEvents = [
  'file.created',
  'file.stored',
  'file.imported',
  'file.reread',
  'file.updated',
  'file.downloaded',
  'slide.created',
  'slide.updated',
  'slide.deleted',
  'slide.restored',
  'slide.viewed',
  'label.revealed',
  'image.region_exported',
  'export.created',
  'export.downloaded',
  'export.deleted',
  'qc_job.created',
  'qc_job.finished',
  'qc_job.overridden',
  'qc_job.judged_again',
  'registration.created',
  'registration.updated',
  'registration.deleted',
] as const satisfies readonly AuditEvent[]
export type SlideHistoryEvent = (typeof slideHistoryEvents)[number]

export const slideChanges = ['name', 'project', 'tissue', 'stain', 'pixel size'] as const
export type SlideChange = (typeof slideChanges)[number]

/** Null: none. A name that is null was removed since. */
const changedValue = z.object({ name: z.string().nullable() }).nullable()

export const slideHistoryEntry = z.object({
  id,
  event: z.enum(slideHistoryEvents),
  occurred_at: time,
  /** Null: the platform did it by itself. */
  person: person.nullable(),
  /** As a superadmin who visits the organisation. */
  visiting: z.boolean(),
  /** Which picture was revealed; null where none was. */
  revealed: z.enum(['label', 'macro']).nullable(),
  /** What quality control says since then; null where it is not about that. */
  qc: z
    .object({
      /** Null where it only was asked for. */
      state: z.enum(qcStates).nullable(),
      /** Null where nobody decided; false: an override was taken back. */
      overridden: z.boolean().nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** What an edit changed; empty where it was none. */
  changes: z.array(z.object({ what: z.enum(slideChanges), before: changedValue, after: changedValue })),
})
export type SlideHistoryEntry = z.infer<typeof slideHistoryEntry>

export const listSlideHistory = route({
  method: 'GET',
  path: 'slides/{id}/history',
  summary: 'What happened to a slide, newest first',
  access: 'read:audits',
  params: z.strictObject({ id }),
  query: z.strictObject(paging),
  response: listOf(slideHistoryEntry),
  status: 200,
})
