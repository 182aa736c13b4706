import { id, line } from './fields.ts'
import { channel, channelStats, imageKinds, level } from './images.ts'
import { listOf, paging } from './list.ts'
import { route } from './route.ts'
import { z } from './zod.ts'

/** What the viewer can open of a slide: what was scanned, and what predictors made of it. */
export const viewer = z.object({
  /** Of the slide. */
  id,
  image_id: id,
  kind: z.enum(imageKinds),
  name: z.string().nullable(),
})

export type Viewer = z.infer<typeof viewer>

export const pyramid = z.object({
  image_id: id,
  slide_id: id.nullable(),
  width: z.int(),
  height: z.int(),
  mpp_x: z.number().nullable(),
  mpp_y: z.number().nullable(),
  objective: z.number().nullable(),
  pixel_type: z.string(),
  bit_depth: z.int(),
  samples: z.int(),
  size_z: z.int(),
  size_t: z.int(),
  /** Whether `icc=1` changes anything. */
  has_icc: z.boolean(),
  /** Their stats are null until they have been counted. */
  channels: z.array(channel.extend({ stats: channelStats.nullable() })),
  /** Full resolution first. */
  levels: z.array(level),
})
export type Pyramid = z.infer<typeof pyramid>

export const listViewers = route({
  method: 'GET',
  path: 'viewers',
  summary: 'What can be opened of a slide',
  access: 'read:viewers',
  query: z.strictObject({ ...paging, slide_id: z.array(id).optional() }),
  response: listOf(viewer),
  status: 200,
})

export const readPyramid = route({
  method: 'GET',
  path: 'viewers/pyramids/{id}',
  summary: 'Levels and channels of an image',
  access: 'read:viewers',
  params: z.strictObject({ id }),
  response: pyramid,
  status: 200,
  errors: ['not_ready'],
})

const flag = z.enum(['0', '1']).default('0')

/** Streaming routes: what they take; the server answers them with bytes, not JSON. */
export const tileQuery = z.strictObject({
  token: line(8192).optional(),
  /** One channel instead of all of them in their colours. */
  plane: z.coerce.number().int().min(0).max(255).optional(),
  depth: z.enum(['8', '16']).optional(),
  z: z.coerce.number().int().min(0).default(0),
  t: z.coerce.number().int().min(0).default(0),
  icc: flag,
  format: z.enum(['jpeg', 'png', 'webp']).optional(),
})

export const thumbnailQuery = z.strictObject({
  token: line(8192).optional(),
  size: z.coerce.number().int().min(16).max(4096).default(512),
  icc: flag,
})

export const tilePaths = {
  tile: 'viewers/tiles/{imageId}/{zoom}/{x}/{y}',
  thumbnail: 'viewers/thumbnails/{imageId}',
} as const
