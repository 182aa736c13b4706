import { id } from '../api/fields.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { imageSpaceSchema } from '../slides/image-space.ts'
import { level } from '../slides/images.ts'

const params = z.strictObject({ id })
/** Of the manifest. */
export const outputKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Not the key of an output')

/** How detections of a run lie in tiles. */
export const detectionsIndex = z.object({
  /** Pixels that positions count in, and where they lie. */
  space: imageSpaceSchema,
  classes: z.array(z.string()),
  measurements: z.array(z.string()),
  counts: z.array(z.int()),
  /** Pixels a side of a tile of level 0, which has single things; each level after it spans twice as many and counts. */
  tile_side: z.int(),
  /** Cells a side of a tile that counts. */
  density_cells: z.int(),
  levels: z.int(),
})
export type DetectionsIndex = z.infer<typeof detectionsIndex>

export const readDetections = route({
  method: 'GET',
  path: 'inference-jobs/{id}/detections',
  summary: 'Detections of a run, and how they are tiled',
  access: 'read:inference_jobs',
  params,
  query: z.strictObject({ key: outputKey }),
  response: detectionsIndex,
  status: 200,
  errors: ['not_ready'],
})

const coordinate = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)

/** The bytes of one tile; streamed-replies.ts says what they are. */
export const readDetectionTile = route({
  method: 'GET',
  path: 'inference-jobs/{id}/detections/{key}/{level}/{x}/{y}',
  summary: 'One tile of detections: single objects at level 0, counts above',
  access: 'read:inference_jobs',
  params: z.strictObject({ id, key: outputKey, level: coordinate, x: coordinate, y: coordinate }),
  status: 200,
  errors: ['not_ready'],
})

/** Of images, masks and heat maps; of detections; of detections, and of counts and scores where no key is given. */
export const resultFormats = ['ome_tiff', 'geojson', 'csv'] as const
export type ResultFormat = (typeof resultFormats)[number]

/** What is done of a run that is under way, and where its outputs will lie. */
export const runChunks = z.object({
  id,
  /** Of the job that runs it: when that is announced to have changed, there may be more of them. */
  job_id: id.nullable(),
  /** Pixels of the outputs, and where they lie. */
  space: imageSpaceSchema,
  /** Of the outputs that are pictures, full resolution first: the same before and after the end. */
  levels: z.array(level),
  /** Pixels of the outputs that a chunk has a side; chunks count row by row, so many in each. */
  side: z.int(),
  columns: z.int(),
  /** So many levels, from full resolution on, have tiles before the end. */
  chunk_levels: z.int(),
  /** Those that are done, in order; none once it has ended. */
  finished: z.array(z.int()),
})
export type RunChunks = z.infer<typeof runChunks>

export const readRunChunks = route({
  method: 'GET',
  path: 'inference-jobs/{id}/chunks',
  summary: 'Finished parts of a run in progress, and where they are stored',
  access: 'read:inference_jobs',
  params,
  response: runChunks,
  status: 200,
  errors: ['not_ready'],
})

/** The bytes of one tile; streamed-replies.ts says what they are. */
export const readChunkTile = route({
  method: 'GET',
  path: 'inference-jobs/{id}/chunks/{key}/{level}/{x}/{y}',
  summary: 'One tile of an output of a run in progress, from a finished part',
  access: 'view:viewers',
  params: z.strictObject({ id, key: outputKey, level: coordinate, x: coordinate, y: coordinate }),
  query: z.strictObject({ plane: z.int().min(0).max(7).default(0) }),
  status: 200,
  errors: ['not_ready'],
})

export const inferenceDownloadUrl = route({
  method: 'GET',
  path: 'inference-jobs/{id}/download-url',
  summary: 'A download address for a result of a run, valid for half an hour',
  access: 'download:images',
  params,
  query: z
    .strictObject({ key: outputKey.optional(), format: z.enum(resultFormats).default('ome_tiff') })
    .refine(({ key, format }) => key !== undefined || format === 'csv', {
      path: ['key'],
      message: 'Only counts and scores (csv) have none',
    }),
  response: z.object({
    url: z.string(),
    file_name: z.string(),
    /** Null where it is written while it is sent. */
    size: z.int().nullable(),
  }),
  status: 200,
  errors: ['not_ready'],
  audit: 'inference_job.downloaded',
})
