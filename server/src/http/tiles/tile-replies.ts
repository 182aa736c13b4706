import { identifyingKinds } from '@cresyl/contract/slides/images'
import type { ThumbnailQuery, TileQuery } from '@cresyl/contract/slides/viewers'
import type { ImageAccess, ShownImage } from '../../domain/viewers/shown-image.ts'
import type { Member } from '../../domain/work.ts'
import type { AnyStorage } from '../../platform/storage/open-storage.ts'
import type { TileAnswer } from '../../platform/tiles/tile-metrics.ts'
import type { FetchedTile, TilePlace, TileService } from '../../platform/tiles/tile-service.ts'
import { fetchThumbnail } from './thumbnails.ts'
import { explainTileError } from './tile-errors.ts'
import { type Accepted, planTile, type TileAddress, type TilePlan } from './tile-plan.ts'

/** What the answer depends on, of the headers. */
export interface PictureHeaders extends Accepted {
  readonly 'if-none-match'?: string | undefined
}

/** Who asks, with what, and when they have gone. */
export interface PictureRequest {
  readonly member: Member
  readonly headers: PictureHeaders
  /** Made when it is asked for: most are answered before anyone could leave. */
  signal(): AbortSignal
}

export interface TileRequest extends PictureRequest {
  readonly address: TileAddress
  readonly query: TileQuery
}

export interface ThumbnailRequest extends PictureRequest {
  readonly imageId: string
  readonly query: ThumbnailQuery
}

export interface PictureReply {
  readonly status: 200 | 304
  /** Names and values in turn. */
  readonly headers: string[]
  readonly bytes: Uint8Array | null
  readonly how: TileAnswer
}

export interface TileReplies {
  /** The tile at once, where nothing has to be waited for; undefined where something has. Throws what `tile` rejects with. */
  tileNow(request: Omit<TileRequest, 'signal'>): PictureReply | undefined
  /** Both reject with an ApiError, or the signal's reason. */
  tile(request: TileRequest): Promise<PictureReply>
  thumbnail(request: ThumbnailRequest): Promise<PictureReply>
}

export interface TileReplyParts {
  imageAccess: ImageAccess
  tiles: TileService
  storage: AnyStorage
}

/** Answers with pictures of images, as far as that is the same whoever writes the reply. */
export function createTileReplies({ imageAccess, tiles, storage }: TileReplyParts): TileReplies {
  return {
    tileNow: ({ member, address, query, headers }) => {
      try {
        const shown = imageAccess.known(member, address.imageId)
        if (shown === undefined) return undefined
        const { plan, common, unchanged } = beginReply(shown, address, query, headers)
        if (unchanged) return notModified(common)
        const stored = plan.mayBeStored ? tiles.storedNow(shown.location, placeOf(address, query)) : null
        return stored ? found(common, stored) : undefined
      } catch (error) {
        throw explainTileError(error)
      }
    },
    tile: async ({ member, address, query, headers, signal }) => {
      const { imageId } = address
      try {
        const shown = imageAccess.known(member, imageId) ?? (await imageAccess.show(member, imageId))
        const { plan, common, unchanged } = beginReply(shown, address, query, headers)
        if (unchanged) return notModified(common)
        const { location, version } = shown
        const stored = plan.mayBeStored ? await tiles.stored(location, placeOf(address, query), signal) : null
        if (stored) return found(common, stored)
        const options = { version, signal: signal() }
        return found(common, await tiles.rendered(location, plan.operation, options))
      } catch (error) {
        throw explainTileError(error)
      }
    },
    thumbnail: async ({ member, imageId, query, headers, signal }) => {
      try {
        const shown = await imageAccess.show(member, imageId, 'thumbnail')
        const variant = `${query.size}-${query.format ?? ''}-${query.icc}`
        const common = commonHeaders(shown, variant, query.token)
        if (isKnown(headers, shown, variant)) return notModified(common)
        return found(common, await fetchThumbnail({ tiles, storage }, shown, query, signal()))
      } catch (error) {
        throw explainTileError(error)
      }
    },
  }
}

/** What is known of the reply before anything is read. */
function beginReply(
  shown: ShownImage,
  address: TileAddress,
  query: TileQuery,
  headers: PictureHeaders,
): { plan: TilePlan; common: string[]; unchanged: boolean } {
  const plan = planTile(shown, address, query, headers)
  const common = commonHeaders(shown, plan.variant, query.token)
  if (plan.vary !== undefined) common.push('Vary', plan.vary)
  if (plan.window !== undefined) common.push('Plane-Window', plan.window.join(' '))
  return { plan, common, unchanged: isKnown(headers, shown, plan.variant) }
}

const placeOf = ({ level, x, y }: TileAddress, { z, t }: TileQuery): TilePlace => ({ level, x, y, z, t })

/**
 * Pixels that someone has seen may stay in their browser for an hour: whoever may no longer see a slide has seen them
 * already, and a token that is renewed fetches nothing twice. Labels and macros are asked for each time, since a person
 * of another role may sit down at the same browser.
 */
const keepForAnHour = 'private, max-age=3600'
const askEachTime = 'private, no-cache'

function commonHeaders(shown: ShownImage, variant: string, queryToken: string | undefined): string[] {
  const headers = [
    'ETag',
    etagOf(shown, variant),
    'Cache-Control',
    identifyingKinds.includes(shown.kind) ? askEachTime : keepForAnHour,
  ]
  // The same picture, whatever token its address has.
  if (queryToken !== undefined) headers.push('No-Vary-Search', 'params=("token")')
  return headers
}

const etagOf = ({ version }: ShownImage, variant: string) => `"${version}-${variant}"`

function isKnown({ 'if-none-match': known }: PictureHeaders, shown: ShownImage, variant: string): boolean {
  return known !== undefined && (known.trim() === '*' || known.includes(etagOf(shown, variant)))
}

function notModified(headers: string[]): PictureReply {
  return { status: 304, headers, bytes: null, how: 'not_modified' }
}

function found(headers: string[], { mime, encoding, bytes, origin }: FetchedTile): PictureReply {
  headers.push('Content-Type', mime, 'Content-Length', String(bytes.byteLength))
  if (encoding !== undefined) headers.push('Content-Encoding', encoding)
  return { status: 200, headers, bytes, how: origin }
}

/** Opened by itself it must stay a picture, whatever someone has hidden in it. */
export const pictureHeaders: readonly string[] = [
  'Content-Security-Policy',
  "default-src 'none'; sandbox",
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Resource-Policy',
  'same-origin',
]
