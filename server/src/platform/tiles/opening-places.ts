import type { DecodePool } from './decode-pool.ts'
import type { ImageLocation } from './image-location.ts'
import type { OpeningCost } from './operation.ts'

/** Where an image may be opened: in this process too, or in the children alone. */
export type OpeningPlace = 'here' | 'children'

export interface OpeningPlaces {
  /** Known at once for an image that has been asked for before. */
  known(imageId: string): OpeningPlace | undefined
  /** Has a child open the image first, which a hostile header may harm as it likes. */
  find(location: ImageLocation, signal: AbortSignal): Promise<OpeningPlace>
  forget(imageId: string): void
}

/** Of the processor, in a child that may be new and slow. Real headers take a few; nothing else runs meanwhile. */
const mostMilliseconds = 200
const mostKnown = 20_000

export function createOpeningPlaces(pool: Pick<DecodePool, 'render'>): OpeningPlaces {
  const places = new Map<string, OpeningPlace>()
  return {
    known: (imageId) => places.get(imageId),
    find: async (location, signal) => {
      const { bytes } = await pool.render(location, { kind: 'open' }, { signal })
      const { milliseconds }: OpeningCost = JSON.parse(Buffer.from(bytes).toString())
      const place = milliseconds <= mostMilliseconds ? 'here' : 'children'
      places.set(location.imageId, place)
      for (const oldest of places.keys()) {
        if (places.size <= mostKnown) break
        places.delete(oldest)
      }
      return place
    },
    forget: (imageId) => void places.delete(imageId),
  }
}
