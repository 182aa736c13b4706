import { id, idOrNone, name, person, time, version } from '../api/fields.ts'
import { pixelSizeLimits } from '../api/limits.ts'
import { listOf, orderingBy, paging, search } from '../api/list.ts'
import { messages } from '../api/messages.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { analytics, analyticsQuery, commonGroups } from '../reports/analytics.ts'

/** Where the app shows a slide, for notifications and letters. */
export const slideLink = (slideId: string): string => `/slide/${slideId}`

export const qcStates = [
  'none',
  'queued',
  'running',
  'passed',
  'warned',
  'failed',
  'error',
  'cancelled',
] as const
export type QcState = (typeof qcStates)[number]

export const slide = z.object({
  id,
  name: z.string(),
  /** What opens first. */
  image_id: id,
  source_image_id: id,
  /** What predictors made of it, newest first. */
  output_image_ids: z.array(id),
  /** Of those, what no microscope saw: marked as such wherever it is shown. */
  virtual_image_ids: z.array(id),
  /** Null to those who may not see them. */
  label_image_id: id.nullable(),
  macro_image_id: id.nullable(),
  file_id: id,
  /** Null: unsorted, as are slides whose project was deleted. */
  project: z.object({ id, name: z.string() }).nullable(),
  tissue: z.object({ id, organ: z.string(), species: z.string() }).nullable(),
  stainer: z.object({ id, stain_type: z.string() }).nullable(),
  /** Of full resolution, in pixels. */
  width: z.int(),
  height: z.int(),
  /** µm of a pixel, which everything is measured by: `mpp` where somebody gave it, otherwise what the file says. */
  mpp_x: z.number().nullable(),
  mpp_y: z.number().nullable(),
  /** As the file says; null where it doesn't. */
  file_mpp_x: z.number().nullable(),
  file_mpp_y: z.number().nullable(),
  /** As a person says; null: as the file does. Of pixels that are no squares, how wide they are. */
  mpp: z.number().nullable(),
  objective: z.number().nullable(),
  vendor: z.string(),
  channel_count: z.int(),
  /** Of its file, in bytes. */
  size: z.int(),
  qc_state: z.enum(qcStates),
  qc_overridden: z.boolean(),
  /** The newest check of its source image, which both are of. */
  qc_job_id: id.nullable(),
  qc_overridden_by: person.nullable(),
  /** As the file says it; null to those who may not see labels, since a date may tell the patient apart. */
  scanned_at: z.string().nullable(),
  deleted_at: time.nullable(),
  created_at: time,
  created_by: person.nullable(),
  updated_at: time,
  version,
})
export type Slide = z.infer<typeof slide>

const params = z.strictObject({ id })

const pixelSize = z
  .number()
  .min(pixelSizeLimits.min, messages.pixelSize)
  .max(pixelSizeLimits.max, messages.pixelSize)

/** Which slides a list shows. */
export const slideFilter = {
  search,
  project_id: z.array(idOrNone).optional(),
  /** Also those in no project, or in one that was deleted. */
  unsorted: z.boolean().default(false),
  tissue_id: z.array(idOrNone).optional(),
  /** Also those whose tissue nobody said. */
  without_tissue: z.boolean().default(false),
  stainer_id: z.array(idOrNone).optional(),
  /** Also those whose stain nobody said. */
  without_stainer: z.boolean().default(false),
  qc_state: z.array(z.enum(qcStates)).optional(),
  qc_overridden: z.boolean().optional(),
  created_by: z.array(idOrNone).optional(),
  created_after: time.optional(),
  created_before: time.optional(),
  /** `deleted` is for those who may delete. */
  state: z.enum(['active', 'deleted']).default('active'),
}

export const listSlides = route({
  method: 'GET',
  path: 'slides',
  summary: 'Slides of the organisation',
  access: 'read:slides',
  query: z.strictObject({
    ...paging,
    ordering: orderingBy(['name', 'created_at', 'updated_at', 'size'], '-created_at'),
    ...slideFilter,
    /** Only those that stand before this slide in the same order: their count is its place. */
    before_id: id.optional(),
  }),
  response: listOf(slide),
  status: 200,
})

export const readSlide = route({
  method: 'GET',
  path: 'slides/{id}',
  summary: 'One slide',
  access: 'read:slides',
  params,
  response: slide,
  status: 200,
})

export const updateSlide = route({
  method: 'PATCH',
  path: 'slides/{id}',
  summary: 'Change the name, project, tissue, stain or pixel size of a slide',
  access: 'update:slides',
  params,
  body: z.strictObject({
    name: name.optional(),
    /** Null: unsorted. */
    project_id: id.nullish(),
    tissue_id: id.nullish(),
    stainer_id: id.nullish(),
    /** µm of a pixel, for a slide whose file says none or a wrong one. Null: as the file says. */
    mpp: pixelSize.nullish(),
    organization_id: id.optional(),
    version: version.optional(),
  }),
  response: slide,
  status: 200,
  errors: ['stale_version', 'archived'],
  audit: 'slide.updated',
})

export const deleteSlide = route({
  method: 'DELETE',
  path: 'slides/{id}',
  summary: 'Delete a slide; it can be restored until it is purged',
  access: 'delete:slides',
  params,
  status: 204,
  audit: 'slide.deleted',
})

export const restoreSlide = route({
  method: 'POST',
  path: 'slides/{id}/restore',
  summary: 'Restore a deleted slide',
  access: 'delete:slides',
  params,
  response: slide,
  status: 200,
  audit: 'slide.restored',
})

export const slidesOverTime = route({
  method: 'GET',
  path: 'slides/analytics',
  summary: 'Slides over time: their number, bytes and storage',
  access: 'read:files',
  query: z.strictObject({
    ...analyticsQuery,
    /** `storage`: bytes of what was there at the end of each interval and still is. */
    measure: z.enum(['count', 'bytes', 'storage']).default('count'),
    group_by: z.enum([...commonGroups, 'qc_state']).default('none'),
  }),
  response: analytics,
  status: 200,
})
