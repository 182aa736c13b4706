import { id, idOrNone, person, time } from '../api/fields.ts'
import { listOf, orderingBy, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'

/** What was handed out: files as they were sent, images that predictors made, regions. */
export const downloadKinds = ['file', 'image', 'region'] as const
export type DownloadKind = (typeof downloadKinds)[number]

export const download = z.object({
  id,
  kind: z.enum(downloadKinds),
  /** Of the slide, or of the file where there is none; null once both were removed for good. */
  name: z.string().nullable(),
  slide_id: id.nullable(),
  file_id: id.nullable(),
  image_id: id.nullable(),
  inference_job_id: id.nullable(),
  bytes: z.int(),
  deidentified: z.boolean(),
  created_by: person.nullable(),
  created_at: time,
})
export type Download = z.infer<typeof download>

export const listDownloads = route({
  method: 'GET',
  path: 'downloads',
  summary: 'Downloads: what, by whom and when',
  access: 'read:files',
  query: z.strictObject({
    ...paging,
    ordering: orderingBy(['created_at', 'bytes'], '-created_at'),
    project_id: z.array(idOrNone).optional(),
    tissue_id: z.array(idOrNone).optional(),
    stainer_id: z.array(idOrNone).optional(),
    predictor_id: z.array(idOrNone).optional(),
    created_by: z.array(idOrNone).optional(),
    kind: z.array(z.enum(downloadKinds)).optional(),
    /** Only what predictors made, or only the rest. */
    of_runs: z.boolean().optional(),
    created_after: time.optional(),
    created_before: time.optional(),
  }),
  response: listOf(download),
  status: 200,
})
