import { type EncodedTile, SlideError, type SlideImage } from '@cresyl/slides'
import { LRUCache } from 'lru-cache'
import { unreached } from './decode-failure.ts'
import type { DecodePool, RenderOptions } from './decode-pool.ts'
import type { ImageLocation, OpenImage } from './image-location.ts'
import type { OpenSlides } from './open-slides.ts'
import type { OpeningCost, Operation, Rendered } from './operation.ts'
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

/** Where an image may be opened: in this process too, or in the children alone. */
type OpeningPlace = 'here' | 'children'

interface OpeningPlaces {
  /** Known at once for an image that has been asked for before. */
  known(imageId: string): OpeningPlace | undefined
  /** Has a child open the image first, which a hostile header may harm as it likes. */
  find(location: ImageLocation, signal: AbortSignal): Promise<OpeningPlace>
  forget(imageId: string): void
}

/** Of the processor, in a child that may be new and slow. Real headers take a few; nothing else runs meanwhile. */
const mostMilliseconds = 200
const mostKnown = 20_000

function createOpeningPlaces(pool: Pick<DecodePool, 'render'>): OpeningPlaces {
  const places = new LRUCache<string, OpeningPlace>({ max: mostKnown })
  return {
    known: (imageId) => places.get(imageId),
    find: async (location, signal) => {
      const { bytes } = await pool.render(location, { kind: 'open' }, { signal })
      const { milliseconds }: OpeningCost = JSON.parse(Buffer.from(bytes).toString())
      const place = milliseconds <= mostMilliseconds ? 'here' : 'children'
      places.set(location.imageId, place)
      return place
    },
    forget: (imageId) => void places.delete(imageId),
  }
}

/** Ends waiting for storage that doesn't answer, such as a network folder that hangs. */
interface ReadPatience {
  /** Refuses what would only wait too: a read that hangs keeps a thread of this process until it ends. */
  requireReachable(imageId: string): void
  /** Waits for a read that nobody can call back; throws when that takes too long. */
  wait<T>(imageId: string, reading: Promise<T>): Promise<T>
}

function createReadPatience(milliseconds: number): ReadPatience {
  /** How many reads of an image take too long. */
  const overdue = new Map<string, number>()

  const hold = (imageId: string, reading: Promise<unknown>) => {
    overdue.set(imageId, (overdue.get(imageId) ?? 0) + 1)
    const end = () => {
      const left = (overdue.get(imageId) ?? 1) - 1
      if (left > 0) overdue.set(imageId, left)
      else overdue.delete(imageId)
    }
    reading.then(end, end)
  }

  return {
    requireReachable: (imageId) => {
      if (overdue.size > 0 && overdue.has(imageId)) throw unreached()
    },
    wait: (imageId, reading) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          hold(imageId, reading)
          reject(unreached())
        }, milliseconds)
        reading.then(
          (value) => {
            clearTimeout(timer)
            resolve(value)
          },
          (error) => {
            clearTimeout(timer)
            reject(error)
          },
        )
      }),
  }
}
