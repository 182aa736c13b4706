import type { AuditEvent } from '../api/audit.ts'
import { id } from '../api/fields.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { slideHistoryEntry } from '../slides/slide-history.ts'

/** What of the audit log makes up the activity of a project: of itself and of its slides, who looked at them left out. */
export const projectHistoryEvents = [
  'project.created',
  'project.updated',
  'project.deleted',
  'project.restored',
  'file.stored',
  'file.imported',
  'slide.created',
  'slide.updated',
  'slide.deleted',
  'slide.restored',
  'slides.batch_started',
  'slides.batch_undone',
  'qc_job.finished',
  'qc_job.overridden',
  'qc_jobs.batch_started',
] as const satisfies readonly AuditEvent[]
export type ProjectHistoryEvent = (typeof projectHistoryEvents)[number]

/** What was done where the event alone does not tell; of a batch that was undone, what it had done. */
export const projectDeeds = [
  'archived',
  'unarchived',
  'described',
  'renamed',
  'moved_here',
  'moved_away',
  'relabelled',
  'renamed_slides',
  'deleted_slides',
  'restored_slides',
] as const
export type ProjectDeed = (typeof projectDeeds)[number]

export const projectHistoryEntry = slideHistoryEntry.omit({ revealed: true }).extend({
  event: z.enum(projectHistoryEvents),
  deed: z.enum(projectDeeds).nullable(),
  /** What it happened to; the name is null once that was removed. */
  subject: z.object({ kind: z.enum(['project', 'slide', 'file', 'batch']), id, name: z.string().nullable() }),
})
export type ProjectHistoryEntry = z.infer<typeof projectHistoryEntry>

export const listProjectHistory = route({
  method: 'GET',
  path: 'projects/{id}/history',
  summary: 'What happened in a project, newest first',
  access: 'read:audits',
  params: z.strictObject({ id }),
  query: z.strictObject(paging),
  response: listOf(projectHistoryEntry),
  status: 200,
})
