import { ApiError } from '@cresyl/contract/api/errors'
import { firstFocusPlane, type ThumbnailQuery, thumbnailLimits } from '@cresyl/contract/slides/viewers'
import { displaysOf } from '../../domain/viewers/displays.ts'
import type { ShownImage } from '../../domain/viewers/shown-image.ts'
import type { AnyStorage } from '../../platform/storage/open-storage.ts'
import { unreached } from '../../platform/tiles/decode-failure.ts'
import type { Rendered } from '../../platform/tiles/operation.ts'
import type { FetchedTile, TileService } from '../../platform/tiles/tile-service.ts'
import { defaultFormat } from './tile-plan.ts'

export interface ThumbnailParts {
  tiles: TileService
  storage: AnyStorage
}

/** The thumbnail that was stored when the file was read, for the size it has; others are made. */
export async function fetchThumbnail(
  { tiles, storage }: ThumbnailParts,
  shown: ShownImage,
  { size, icc, format }: ThumbnailQuery,
  signal: AbortSignal,
): Promise<FetchedTile> {
  const { version, location } = shown
  const withProfile = icc === '1' && shown.hasIcc
  if (size === thumbnailLimits.stored && !withProfile && format === undefined) {
    const stored = await fetchStored(tiles, storage, shown, signal)
    if (stored) return { ...stored, origin: 'stored' }
  }
  return tiles.rendered(
    location,
    {
      kind: 'thumbnail',
      maxSide: size,
      z: firstFocusPlane(shown.sizeZ),
      format: format ?? defaultFormat(shown),
      icc: withProfile,
      channels: displaysOf(shown),
    },
    { version, signal, priority: 'thumbnail' },
  )
}

/** Storage that doesn't answer is not waited for any longer. */
const patienceMilliseconds = 20_000

async function fetchStored(
  { cache }: TileService,
  storage: AnyStorage,
  { id, organizationId, thumbnailPath, version }: ShownImage,
  signal: AbortSignal,
): Promise<Rendered | null> {
  if (thumbnailPath === null) return null
  const key = { organizationId, path: thumbnailPath }
  const patience = AbortSignal.timeout(patienceMilliseconds)
  const read = () => readPicture(storage, key)
  try {
    const kept = `${version} stored ${thumbnailPath}`
    return await cache.fetch(id, kept, read, AbortSignal.any([signal, patience]))
  } catch (error) {
    // It can be made again: without the object people still see their slide.
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw patience.aborted && !signal.aborted ? unreached() : error
  }
}

async function readPicture(
  storage: AnyStorage,
  key: { organizationId: string; path: string },
): Promise<Rendered> {
  const { body } = await storage.get(key)
  const bytes = Buffer.concat(await body.toArray())
  return { mime: mediaTypeOf(bytes), bytes }
}

function mediaTypeOf(bytes: Buffer): string {
  if (bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xd8]))) return 'image/jpeg'
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') return 'image/png'
  return bytes.subarray(8, 12).toString('latin1') === 'WEBP' ? 'image/webp' : 'application/octet-stream'
}
