import { type EncodedTile, SlideError, type SlideImage } from '@cresyl/slides'
import type { DecodePool, RenderOptions } from './decode-pool.ts'
import type { ImageLocation, OpenImage } from './image-location.ts'
import type { OpenSlides } from './open-slides.ts'
import { createOpeningPlaces } from './opening-places.ts'
import type { Operation, Rendered } from './operation.ts'
import { createReadPatience } from './read-patience.ts'
import type { TileCache } from './tile-cache.ts'
import type { TileMetrics } from './tile-metrics.ts'
import { isOutdated } from './use-fresh.ts'

/** As the file stores it, from memory, or decoded just now. */
export type TileOrigin = 'stored' | 'cache' | 'decoded'

export interface FetchedTile extends Rendered {
  readonly origin: TileOrigin
}

export interface TilePlace {
  readonly level: number
  readonly x: number
  readonly y: number
  readonly z: number
  readonly t: number
}

export interface RenderedOptions extends Pick<RenderOptions, 'priority'> {
  /** Of the image: results of another one are not used. */
  version: string
  signal: AbortSignal
}

export interface TileParts {
  readonly openSlides: OpenSlides
  readonly pool: DecodePool
  readonly cache: TileCache<Rendered>
  /** Counts how a request was answered. */
  readonly answered: TileMetrics['answered']
  /** What `storedNow` gave has been sent: its memory may be used again. */
  readonly sent: (bytes: Uint8Array) => void
}

/** Pictures of images, by the cheapest way there is. */
export interface TileService extends TileParts {
  /** The same as `stored` at once, where all that it takes is at hand; undefined where it is not. */
  storedNow(location: ImageLocation, place: TilePlace): FetchedTile | null | undefined
  /**
   * The tile as the file stores it; null where it must be decoded. The signal is asked for only when there may be time
   * to use it.
   */
  stored(location: ImageLocation, place: TilePlace, signal: () => AbortSignal): Promise<FetchedTile | null>
  /** What the children make of the image, kept for the next who asks. */
  rendered(location: ImageLocation, operation: Operation, options: RenderedOptions): Promise<FetchedTile>
  /** The image was changed or deleted: nothing is kept of it, and its file gets another chance. */
  drop(image: { readonly id: string; readonly fileId: string | null }): void
  close(): Promise<void>
}

/** Reading a file that lies on another machine may take a while, but not for ever. */
const usualPatience = 20_000

export function createTileService(
  { openSlides, pool, cache, answered, sent }: TileParts,
  patienceMilliseconds = usualPatience,
): TileService {
  const places = createOpeningPlaces(pool)
  const patience = createReadPatience(patienceMilliseconds)
  return {
    openSlides,
    pool,
    cache,
    answered,
    sent,
    storedNow: (location, { level, x, y, z, t }) => {
      try {
        return asFetched(openSlides.openNow(location)?.image.encodedTileNow?.(level, x, y, { c: 0, z, t }))
      } catch (error) {
        // `stored` comes across it too, and opens the image anew where that may help.
        if (error instanceof SlideError) return undefined
        throw error
      }
    },
    stored: async (location, place, signal) => {
      const { imageId } = location
      patience.requireReachable(imageId)
      const borrowed = openSlides.borrow(location)
      if (borrowed?.open !== undefined) {
        // A stored tile is a short read: following who leaves would cost more than it saves.
        const reading = readStored(borrowed.open.image, place).finally(() => openSlides.giveBack(borrowed))
        try {
          return await patience.wait(imageId, reading)
        } catch (error) {
          // It may have been replaced, or its address have expired: it is opened anew, once, and by a child first.
          if (!(await isOutdated(borrowed.open, error))) throw error
          openSlides.drop(imageId)
          places.forget(imageId)
        }
      }
      const known = places.known(imageId) ?? (await places.find(location, signal()))
      if (known === 'children') return null
      const read = ({ image }: OpenImage) => readStored(image, place)
      return patience.wait(imageId, openSlides.use(location, read, signal()))
    },
    rendered: async (location, operation, { version, signal, priority }) => {
      let made = false
      const make = (shared: AbortSignal) => {
        made = true
        return pool.render(location, operation, { signal: shared, ...(priority && { priority }) })
      }
      const key = `${version} ${JSON.stringify(operation)}`
      const { mime, encoding, bytes } = await cache.fetch(location.imageId, key, make, signal)
      return { mime, encoding, bytes, origin: made ? 'decoded' : 'cache' }
    },
    drop: ({ id, fileId }) => {
      places.forget(id)
      openSlides.drop(id)
      cache.drop(id)
      pool.drop(id)
      if (fileId !== null) pool.pardon(fileId)
    },
    close: async () => {
      await pool.close()
      await openSlides.close()
    },
  }
}

async function readStored(image: SlideImage, { level, x, y, z, t }: TilePlace): Promise<FetchedTile | null> {
  return asFetched(await image.encodedTile(level, x, y, { c: 0, z, t }))
}

function asFetched<Missing extends null | undefined>(tile: EncodedTile | Missing): FetchedTile | Missing {
  return tile && { mime: tile.mime, bytes: tile.bytes, origin: 'stored' }
}
