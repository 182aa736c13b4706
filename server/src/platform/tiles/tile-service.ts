import { SlideError, type SlideImage } from '@cresyl/slides'
import { unreached } from './decode-failure.ts'
import type { DecodePool, RenderOptions } from './decode-pool.ts'
import type { ImageLocation, OpenImage } from './image-location.ts'
import type { OpenSlides } from './open-slides.ts'
import { createOpeningPlaces } from './opening-places.ts'
import type { Operation, Rendered } from './operation.ts'
import type { TileCache } from './tile-cache.ts'
import type { TileMetrics } from './tile-metrics.ts'

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
}

/** Pictures of images, by the cheapest way there is. */
export interface TileService extends TileParts {
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

/** Opening a file that lies on another machine may take a while, but not for ever. */
const patienceMilliseconds = 20_000

export function createTileService({ openSlides, pool, cache, answered }: TileParts): TileService {
  const places = createOpeningPlaces(pool)
  return {
    openSlides,
    pool,
    cache,
    answered,
    stored: async (location, place, signal) => {
      const { imageId } = location
      const borrowed = openSlides.borrow(location)
      if (borrowed?.open !== undefined) {
        // A stored tile is a short read: following who leaves would cost more than it saves.
        try {
          return await readStored(borrowed.open.image, place)
        } catch (error) {
          // It may have been replaced, or its address have expired: it is opened anew, once.
          if (!isUnreadable(error)) throw error
          openSlides.drop(imageId)
        } finally {
          openSlides.giveBack(borrowed)
        }
      }
      const known = places.known(imageId) ?? (await places.find(location, signal()))
      if (known === 'children') return null
      const patience = AbortSignal.timeout(patienceMilliseconds)
      try {
        const read = ({ image }: OpenImage) => readStored(image, place)
        return await openSlides.use(location, read, AbortSignal.any([signal(), patience]))
      } catch (error) {
        throw patience.aborted && !signal().aborted ? unreached() : error
      }
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

const isUnreadable = (error: unknown) => error instanceof SlideError && error.code === 'unreadable'

async function readStored(image: SlideImage, { level, x, y, z, t }: TilePlace): Promise<FetchedTile | null> {
  const tile = await image.encodedTile(level, x, y, { c: 0, z, t })
  return tile && { mime: tile.mime, bytes: tile.bytes, origin: 'stored' }
}
