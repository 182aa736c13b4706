import { id, person, time } from '../api/fields.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { qcStates, slide } from '../slides/slides.ts'
import { project } from './projects.ts'

const count = z.int().min(0)

export const attentionKinds = ['upload_failed', 'file_unreadable', 'job_failed', 'qc_failed'] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** Something that went wrong and that someone should look at. */
export const attention = z.object({
  kind: z.enum(attentionKinds),
  /** Of the file, the job, or the slide that failed its quality check. */
  id,
  title: z.string(),
  /** What happened and what to do, in sentences. */
  message: z.string(),
  at: time,
  by: person.nullable(),
})
export type Attention = z.infer<typeof attention>

export const dashboard = z.object({
  slide_count: count,
  unsorted_count: count,
  /** The newest unsorted slides, as projects have theirs. */
  unsorted_covers: project.pick({ cover_image_ids: true, virtual_cover_ids: true }),
  /** How many slides are in each state of quality control. */
  qc_counts: z.record(z.enum(qcStates), count),
  /** Null to those who may not read files. */
  storage: z.object({ used_bytes: count, quota_bytes: count.nullable() }).nullable(),
  /** The newest first, since this person last said that they have seen them, of the last 30 days. */
  attention: z.object({ count, results: z.array(attention) }),
})
export type Dashboard = z.infer<typeof dashboard>

export const readDashboard = route({
  method: 'GET',
  path: 'dashboard',
  summary: 'Key figures, and items that need attention',
  access: 'member',
  response: dashboard,
  status: 200,
})

export const seeAttention = route({
  method: 'POST',
  path: 'dashboard/seen',
  summary: 'Mark the items that need attention as seen',
  access: 'member',
  inPerson: true,
  body: z.strictObject({ until: time }),
  status: 204,
  audit: null,
  whenFull: true,
})

export const recentSlide = z.object({ slide, viewed_at: time })
export type RecentSlide = z.infer<typeof recentSlide>

export const listRecentSlides = route({
  method: 'GET',
  path: 'slides/recent',
  summary: 'The slides you viewed last, newest first',
  access: 'read:slides',
  query: z.strictObject({ ...paging }),
  response: listOf(recentSlide),
  status: 200,
})

export const listUploaders = route({
  method: 'GET',
  path: 'slides/uploaders',
  summary: 'People who uploaded slides',
  access: 'read:slides',
  query: z.strictObject({ project_id: z.array(id).optional(), unsorted: z.boolean().default(false) }),
  response: listOf(person),
  status: 200,
})
