import { id, line } from '../api/fields.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { tileColourings } from './colour-maps.ts'
import { type ChannelStats, channel, channelStats, imageKinds, level } from './images.ts'

/** What the viewer can open of a slide: what was scanned, and what predictors made of it. */
export const viewer = z.object({
  /** Of the slide. */
  id,
  image_id: id,
  kind: z.enum(imageKinds),
  name: z.string().nullable(),
  /** Shows what no microscope saw. */
  is_virtual: z.boolean(),
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
  /**
   * `color` is the one that thumbnails and composed tiles show it in, whether or not the file tells one; null where the
   * image has colours instead of channels. Stats are null until they have been counted.
   */
  channels: z.array(channel.extend({ stats: channelStats.nullable() })),
  /** Full resolution first. */
  levels: z.array(level),
})
export type Pyramid = z.infer<typeof pyramid>

export const listViewers = route({
  method: 'GET',
  path: 'viewers',
  summary: 'The images of a slide that can be opened',
  access: 'read:viewers',
  query: z.strictObject({
    ...paging,
    slide_id: z.array(id).optional(),
    project_id: z.array(id).optional(),
  }),
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
const index = z.int().min(0).max(1_000_000)

/** An access token, for what browsers fetch by themselves: nothing but these addresses takes it. */
const token = line(8192).optional()

export const tileQuery = z.strictObject({
  token,
  /** One channel instead of all of them in their colours. */
  plane: index.optional(),
  /** Of the values of a plane; 8 when left out. */
  depth: z.enum(['8', '16']).optional(),
  z: index.default(0),
  t: index.default(0),
  /** Applies the profile of the file, where it has one. */
  icc: flag,
  /** As the file stores it or JPEG when left out, PNG for masks and labels, or by `Accept: image/png`. */
  format: z.enum(['jpeg', 'png', 'webp']).optional(),
  /** Of heat maps and masks, and whatever else has one value of 8 bits: coloured, as PNG, clear where that is 0. */
  colormap: z.enum(tileColourings).optional(),
  /** With `colormap`: where low values are the bad ones. */
  reverse: flag,
})
export type TileQuery = z.infer<typeof tileQuery>

/** Of the longer side, in pixels; the stored one is what comes without asking for a size. */
export const thumbnailLimits = { smallest: 16, stored: 512, largest: 4096 } as const

export const thumbnailQuery = z.strictObject({
  token,
  size: z.int().min(thumbnailLimits.smallest).max(thumbnailLimits.largest).default(thumbnailLimits.stored),
  icc: flag,
  format: z.enum(['jpeg', 'png', 'webp']).optional(),
})
export type ThumbnailQuery = z.infer<typeof thumbnailQuery>

const coordinate = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)

/**
 * The bytes of one tile; streamed-replies.ts says what they are. `planeWindow` and `deepPlaneWindow` tell what the
 * header `Plane-Window: low high` says.
 */
export const readTile = route({
  method: 'GET',
  path: 'viewers/tiles/{imageId}/{zoom}/{x}/{y}',
  summary: 'One tile of an image, or of one of its channels; zoom 0 is full resolution',
  access: 'view:viewers',
  params: z.strictObject({ imageId: id, zoom: coordinate, x: coordinate, y: coordinate }),
  query: tileQuery,
  status: 200,
  errors: ['not_ready', 'undecodable', 'unavailable'],
})

/** The bytes of a picture as large as fits into a square of that size. */
export const readThumbnail = route({
  method: 'GET',
  path: 'viewers/thumbnails/{imageId}',
  summary: 'A thumbnail of an image',
  access: 'view:viewers',
  params: z.strictObject({ imageId: id }),
  query: thumbnailQuery,
  status: 200,
  errors: ['not_ready', 'undecodable', 'unavailable'],
})

/** The focus plane that thumbnails and stats are of, and that viewers begin with. */
export const firstFocusPlane = (sizeZ: number): number => Math.floor(sizeZ / 2)

/** Values of a plane that are shown darkest and brightest. */
export type PlaneWindow = readonly [low: number, high: number]
type WindowStats = Pick<ChannelStats, 'max' | 'percentiles'>

const colorBands = [
  { name: 'Red', color: '#FF0000' },
  { name: 'Green', color: '#00FF00' },
  { name: 'Blue', color: '#0000FF' },
]

/** How many channels, the first ones, are the colours of one picture that has others beside them: shown alone at first. */
export const countColorBands = (
  channels: readonly { name: string | null; color: string | null }[],
): number =>
  channels.length > colorBands.length &&
  colorBands.every(({ name, color }, at) => channels[at]?.name === name && channels[at]?.color === color)
    ? colorBands.length
    : 0

/**
 * What `depth=8` spreads over 0–255: value = low + byte / 255 × (high − low). Values outside it are cut off, so that a
 * narrower window, or one that reaches beyond, needs `depth=16`.
 */
export function planeWindow(pixelType: string, stats: WindowStats | null): PlaneWindow {
  if (stats === null) return rangeOf(pixelType)
  const { p0_1: low, p99_9: high } = stats.percentiles
  if (high > low) return [low, high]
  if (stats.max > low) return [low, stats.max]
  return [low, low + (isFloat(pixelType) ? Math.max(Math.abs(low) * 1e-3, 1e-6) : 1)]
}

/** What 0 and 65535 of `depth=16` stand for; between them it is linear. */
export function deepPlaneWindow(pixelType: string, stats: WindowStats | null): PlaneWindow {
  if (isFloat(pixelType) || bitsOf(pixelType) > 16) return planeWindow(pixelType, stats)
  const lowest = isSigned(pixelType) ? -(2 ** (bitsOf(pixelType) - 1)) : 0
  return [lowest, lowest + 65_535]
}

function rangeOf(pixelType: string): PlaneWindow {
  if (isFloat(pixelType)) return [0, 1]
  const bits = bitsOf(pixelType)
  return isSigned(pixelType) ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1]
}

const isFloat = (pixelType: string) => pixelType.startsWith('f')
const isSigned = (pixelType: string) => pixelType.startsWith('i')
/** The figure that every name of a type ends with: u16, f32. */
const bitsOf = (pixelType: string) => Number(/\d+$/.exec(pixelType)?.[0] ?? 8)
