import { id, line, person, time } from '../api/fields.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { jobStates } from '../operations/jobs.ts'

/** Of level-0 pixels; what lies outside the image is left out. */
const pixel = z
  .number()
  .min(0)
  .max(2 ** 31)

export const regionFormats = ['jpeg', 'png', 'tiff'] as const
export type RegionFormat = (typeof regionFormats)[number]

const rectangle = { x: pixel, y: pixel, width: pixel.gt(0), height: pixel.gt(0) }
const rendering = {
  /** µm per pixel of what is made; absent: full resolution. */
  mpp: z.number().gt(0).max(1000).optional(),
  format: z.enum(regionFormats).default('jpeg'),
  z: z.int().min(0).default(0),
  t: z.int().min(0).default(0),
}

/** A rectangle of an image, and how it is wanted. */
export const regionRequest = z.strictObject({
  ...rectangle,
  ...rendering,
  icc: z.boolean().default(false),
})
export type RegionRequest = z.infer<typeof regionRequest>

/** What is known of an image before any of it is read. */
export interface RegionImage {
  width: number
  height: number
  mpp_x: number | null
  mpp_y: number | null
}

export interface RegionPlan {
  /** The part of the rectangle that lies in the image, in pixels of full resolution. */
  x: number
  y: number
  width: number
  height: number
  /** Pixels of what is made. */
  outputWidth: number
  outputHeight: number
}

/** How large a region becomes; `outside` where none of it is in the image, `no_scale` where µm mean nothing to it. */
export function planRegion(image: RegionImage, request: RegionRequest): RegionPlan | 'outside' | 'no_scale' {
  const { x, y, mpp } = request
  const width = Math.min(request.width, image.width - x)
  const height = Math.min(request.height, image.height - y)
  if (width <= 0 || height <= 0) return 'outside'
  if (mpp !== undefined && (image.mpp_x === null || image.mpp_y === null)) return 'no_scale'
  const step = (own: number | null) => (mpp === undefined ? 1 : mpp / (own ?? mpp))
  const whole = (length: number, own: number | null) => Math.max(1, Math.round(length / step(own)))
  return {
    x,
    y,
    width,
    height,
    outputWidth: whole(width, image.mpp_x),
    outputHeight: whole(height, image.mpp_y),
  }
}

/** A region that is too large to be made while someone waits. */
export const regionExport = z.object({
  id,
  image_id: id,
  slide_id: id.nullable(),
  /** Cut to the image. */
  request: regionRequest,
  file_name: z.string(),
  /** Of the job that makes it. */
  state: z.enum(jobStates),
  /** What came of it, in a sentence. */
  message: z.string().nullable(),
  job_id: id.nullable(),
  /** In bytes; null until it is made. */
  size: z.int().nullable(),
  /** Pixels of what is made. */
  width: z.int(),
  height: z.int(),
  created_at: time,
  created_by: person.nullable(),
  /** It is kept until then. */
  expires_at: time,
})
export type RegionExport = z.infer<typeof regionExport>

const params = z.strictObject({ id })

/** A streaming route: answered with the picture itself. */
export const readRegion = route({
  method: 'GET',
  path: 'viewers/regions/{imageId}',
  summary: 'A rectangle of an image as a file, at a chosen µm/px',
  access: 'download:images',
  params: z.strictObject({ imageId: id }),
  query: z.strictObject({
    token: line(8192).optional(),
    ...rectangle,
    ...rendering,
    icc: z.enum(['0', '1']).default('0'),
  }),
  status: 200,
  errors: ['not_ready', 'undecodable', 'unavailable'],
  audit: 'image.region_exported',
})

export const createExport = route({
  method: 'POST',
  path: 'images/{id}/exports',
  summary: 'Export a large region in the background; you are notified when it is ready',
  access: 'download:images',
  params,
  body: regionRequest,
  response: regionExport,
  status: 201,
  errors: ['not_ready'],
  audit: 'export.created',
  idempotent: true,
})

export const listExports = route({
  method: 'GET',
  path: 'exports',
  summary: 'Exports of large regions, newest first',
  access: 'download:images',
  query: z.strictObject({
    ...paging,
    /** Only those that you asked for. */
    mine: z.boolean().default(true),
    image_id: z.array(id).optional(),
    slide_id: z.array(id).optional(),
    state: z.array(z.enum(jobStates)).optional(),
  }),
  response: listOf(regionExport),
  status: 200,
})

export const readExport = route({
  method: 'GET',
  path: 'exports/{id}',
  summary: 'One export of a large region',
  access: 'download:images',
  params,
  response: regionExport,
  status: 200,
})

export const exportDownloadUrl = route({
  method: 'GET',
  path: 'exports/{id}/download-url',
  summary: 'A download address for an exported region, valid for half an hour',
  access: 'download:images',
  params,
  response: z.object({ url: z.string(), file_name: z.string(), size: z.int() }),
  status: 200,
  errors: ['being_prepared', 'not_ready'],
  audit: 'export.downloaded',
})

export const deleteExport = route({
  method: 'DELETE',
  path: 'exports/{id}',
  summary: 'Delete a large region, or cancel its export',
  access: 'download:images',
  params,
  status: 204,
  errors: ['forbidden'],
  audit: 'export.deleted',
})
