import { id, time } from '../api/fields.ts'
import { listOf, orderingBy, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { imageSpaceSchema } from './image-space.ts'

export const imageKinds = ['source', 'output', 'overlay', 'label', 'macro', 'thumbnail'] as const
export type ImageKind = (typeof imageKinds)[number]

/** Label and macro may name the patient: they are shown by the organisation's setting. */
export const identifyingKinds: readonly ImageKind[] = ['label', 'macro']

export const imageStates = ['pending', 'ready', 'failed'] as const

export const histogram = z.object({ low: z.number(), high: z.number(), counts: z.array(z.int()) })

export const channelStats = z.object({
  min: z.number(),
  max: z.number(),
  mean: z.number(),
  /** Values below which 0.1 %, 1 %, 50 %, 99 % and 99.9 % of the pixels lie. */
  percentiles: z.object({
    p0_1: z.number(),
    p1: z.number(),
    p50: z.number(),
    p99: z.number(),
    p99_9: z.number(),
  }),
  /** 256 classes of equal width. */
  histogram,
})
export type ChannelStats = z.infer<typeof channelStats>

export const channel = z.object({
  id,
  image_id: id,
  index: z.int(),
  name: z.string().nullable(),
  /** As #RRGGBB. */
  color: z.string().nullable(),
  emission_wavelength: z.number().nullable(),
  excitation_wavelength: z.number().nullable(),
  /** ms */
  exposure: z.number().nullable(),
})
export type Channel = z.infer<typeof channel>

export const level = z.object({
  width: z.int(),
  height: z.int(),
  tile_width: z.int(),
  tile_height: z.int(),
  downsample: z.number(),
})

export const image = z.object({
  id,
  slide_id: id.nullable(),
  file_id: id.nullable(),
  kind: z.enum(imageKinds),
  /** As the file names it: a scene, a series. Null to those who may not see labels: it may name the patient. */
  name: z.string().nullable(),
  state: z.enum(imageStates),
  /** What, why and what to do, where it failed. */
  state_message: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  mpp_x: z.number().nullable(),
  mpp_y: z.number().nullable(),
  objective: z.number().nullable(),
  pixel_type: z.string().nullable(),
  bit_depth: z.int().nullable(),
  samples: z.int().nullable(),
  size_z: z.int(),
  size_t: z.int(),
  has_icc: z.boolean(),
  space: imageSpaceSchema.nullable(),
  channels: z.array(channel),
  /** What the file says of itself. Empty to those who may not see labels: it may name the patient too. */
  metadata: z.record(z.string(), z.string()),
  created_at: time,
})
export type Image = z.infer<typeof image>

const params = z.strictObject({ id })

export const listImages = route({
  method: 'GET',
  path: 'images',
  summary: 'Images of slides and files',
  access: 'read:images',
  query: z.strictObject({
    ...paging,
    ordering: orderingBy(['created_at'], '-created_at'),
    file_id: z.array(id).optional(),
    slide_id: z.array(id).optional(),
    kind: z.array(z.enum(imageKinds)).optional(),
  }),
  response: listOf(image),
  status: 200,
})

export const readImage = route({
  method: 'GET',
  path: 'images/{id}',
  summary: 'One image',
  access: 'read:images',
  params,
  response: image,
  status: 200,
})

export const listChannels = route({
  method: 'GET',
  path: 'channels',
  summary: 'Channels of an image',
  access: 'read:images',
  query: z.strictObject({ ...paging, image_id: z.array(id).optional() }),
  response: listOf(channel),
  status: 200,
})

/** Channels that have not been counted yet are left out. */
const statsOfChannel = z.object({ channel_id: id, image_id: id, index: z.int(), stats: channelStats })
export type StatsOfChannel = z.infer<typeof statsOfChannel>

export const listChannelStats = route({
  method: 'GET',
  path: 'channels/stats',
  summary: 'Value statistics of the channels of an image',
  access: 'read:images',
  query: z.strictObject({ ...paging, image_id: z.array(id).optional(), channel_id: z.array(id).optional() }),
  response: listOf(statsOfChannel),
  status: 200,
})
