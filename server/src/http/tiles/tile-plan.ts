import { ApiError } from '@cresyl/contract/api/errors'
import type { TileColouring } from '@cresyl/contract/slides/colour-maps'
import {
  deepPlaneWindow,
  type PlaneWindow,
  planeWindow,
  type TileQuery,
} from '@cresyl/contract/slides/viewers'
import type { ImageFormat } from '@cresyl/slides'
import { displaysOf, isShownAsStored } from '../../domain/viewers/displays.ts'
import type { ShownImage } from '../../domain/viewers/shown-image.ts'
import type { Operation } from '../../platform/tiles/operation.ts'

export interface TileAddress {
  readonly imageId: string
  readonly level: number
  readonly x: number
  readonly y: number
}

/** What the client can take, of its headers. */
export interface Accepted {
  readonly accept?: string | undefined
  readonly 'accept-encoding'?: string | string[] | undefined
}

/** How a tile is answered, decided before anything is read. */
export interface TilePlan {
  /** Whether the tile may go out as the file stores it. */
  readonly mayBeStored: boolean
  readonly operation: Operation
  /** What the bytes depend on besides the image and the place. */
  readonly variant: string
  /** What of the request's headers the answer depends on. */
  readonly vary?: string
  readonly window?: PlaneWindow
}

const lossless = new Set<ShownImage['kind']>(['overlay', 'label'])

export function planTile(
  shown: ShownImage,
  address: TileAddress,
  query: TileQuery,
  accepted: Accepted,
): TilePlan {
  checkPlace(shown, address)
  checkPlane(shown, query)
  if (query.colormap !== undefined) return planColoured(shown, address, query, query.colormap)
  if (query.plane !== undefined || query.depth !== undefined)
    return planPlane(shown, address, query, accepted)
  const { level, x, y } = address
  const { z, t } = query
  const icc = query.icc === '1' && shown.hasIcc
  const asked = query.format ?? (wantsPng(accepted) ? 'png' : undefined)
  const format = asked ?? defaultFormat(shown)
  const channels = displaysOf(shown)
  return {
    operation: { kind: 'tile', level, x, y, z, t, format, icc, channels },
    mayBeStored: asked !== 'png' && asked !== 'webp' && !icc && isShownAsStored(shown),
    variant: icc ? `${format}-icc` : format,
    ...(query.format === undefined && { vary: 'Accept' }),
  }
}

function planColoured(
  { pixelType, samples, channels }: ShownImage,
  { level, x, y }: TileAddress,
  { format = 'png', reverse, z, t }: TileQuery,
  colouring: TileColouring,
): TilePlan {
  if (samples !== 1 || channels.length > 1 || !/^u(int)?8$/.test(pixelType))
    throw refuse('colormap', 'only heat maps, masks and other images with one value of 8 bits have one')
  if (format !== 'png') throw refuse('format', 'coloured images have transparency and are PNG')
  const isReversed = reverse === '1'
  return {
    operation: { kind: 'coloured', level, x, y, z, t, colouring, reverse: isReversed },
    mayBeStored: false,
    variant: `${colouring}${isReversed ? '-reversed' : ''}`,
  }
}

function planPlane(
  shown: ShownImage,
  { level, x, y }: TileAddress,
  { plane, depth = '8', format, z, t }: TileQuery,
  accepted: Accepted,
): TilePlan {
  const channel = plane ?? (shown.channels.length === 1 ? 0 : undefined)
  if (channel === undefined) throw refuse('depth', 'say which plane it is of')
  if (shown.samples >= 3) throw refuse('plane', 'this image has colours, not channels: leave it out')
  const stored = shown.channels[channel]
  if (stored === undefined) throw missing('channel', channel, shown.channels.length)
  if (depth === '16') {
    const encoding = takesZstd(accepted) ? 'zstd' : 'gzip'
    const window = deepPlaneWindow(shown.pixelType, stored.stats)
    return {
      operation: { kind: 'plane16', level, x, y, channel, window, z, t, encoding },
      mayBeStored: false,
      variant: `16-${encoding}`,
      vary: 'Accept-Encoding',
      window,
    }
  }
  const window = planeWindow(shown.pixelType, stored.stats)
  const chosen = format ?? (wantsPng(accepted) ? 'png' : defaultFormat(shown))
  return {
    operation: { kind: 'plane8', level, x, y, channel, window, z, t, format: chosen },
    mayBeStored: false,
    variant: `8-${chosen}`,
    ...(format === undefined && { vary: 'Accept' }),
    window,
  }
}

function checkPlace({ levels }: ShownImage, { level, x, y }: TileAddress): void {
  const found = levels[level]
  if (!found) throw missing('level', level, levels.length)
  const across = Math.ceil(found.width / found.tile_width)
  const down = Math.ceil(found.height / found.tile_height)
  if (x < across && y < down) return
  const detail = `There is no tile ${x},${y} in level ${level} of this image, which has ${across} × ${down} tiles.`
  throw new ApiError('not_found', { detail })
}

function checkPlane({ sizeZ, sizeT }: ShownImage, { z, t }: TileQuery): void {
  if (z >= sizeZ) throw missing('focus plane', z, sizeZ)
  if (t >= sizeT) throw missing('time', t, sizeT)
}

function missing(kind: string, asked: number, count: number): ApiError {
  const there = count === 1 ? `one ${kind}, 0` : `${kind}s 0 to ${count - 1}`
  return new ApiError('not_found', {
    detail: `There is no ${kind} ${asked} in this image, which has ${there}.`,
  })
}

function refuse(field: string, why: string): ApiError {
  return new ApiError('invalid_input', { detail: `${field}: ${why}.`, fields: { [field]: [why] } })
}

/** Masks and labels are read, not looked at: nothing of them may be blurred. */
export function defaultFormat({ kind }: ShownImage): ImageFormat {
  return lossless.has(kind) ? 'png' : 'jpeg'
}

/** Firefox names PNG before everything else for each img element: it counts only where nothing else would do. */
function wantsPng({ accept = '*/*' }: Accepted): boolean {
  return accept.includes('image/png') && !/image\/jpeg|image\/\*|\*\/\*/.test(accept)
}

function takesZstd({ 'accept-encoding': accepted = '' }: Accepted): boolean {
  return /(^|[\s,])zstd(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(accepted))
}
