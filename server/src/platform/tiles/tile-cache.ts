import { LRUCache } from 'lru-cache'
import { createSharedWork } from './shared-work.ts'

export interface TileCacheOptions {
  /** Of encoded tiles, with what keeping them costs. */
  maxBytes: number
  /** Told for each tile that is asked for: it was there, somebody else was fetching it, or it has to be made. */
  onLookup?: (result: CacheLookup) => void
}

export type CacheLookup = 'hit' | 'joined' | 'miss'

/** Encoded tiles, the least recently used given up first. */
export interface TileCache<Tile extends { readonly bytes: Uint8Array }> {
  /**
   * The tile kept by this key, or made now, once for all who want it at the same time. Making it is aborted when
   * nobody wants it any more; a failure isn't kept.
   */
  fetch(
    imageId: string,
    key: string,
    make: (signal: AbortSignal) => Promise<Tile>,
    signal?: AbortSignal,
  ): Promise<Tile>
  /** Forgets all tiles of an image; what is being made of it is not kept. */
  drop(imageId: string): void
  state(): { tiles: number; bytes: number }
}

/** Objects, map entries and strings around a tile. */
const overhead = 400

export function createTileCache<Tile extends { readonly bytes: Uint8Array }>(
  options: TileCacheOptions,
): TileCache<Tile> {
  const { maxBytes, onLookup = () => {} } = options
  const keysOf = new Map<string, Set<string>>()
  const kept = new LRUCache<string, { readonly imageId: string; readonly tile: Tile }>({
    maxSize: Math.max(1, maxBytes),
    // One that large would drive out too many others.
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 8)),
    sizeCalculation: ({ tile }, key) => tile.bytes.byteLength + key.length + overhead,
    dispose: ({ imageId }, key) => {
      const keys = keysOf.get(imageId)
      keys?.delete(key)
      if (keys?.size === 0) keysOf.delete(imageId)
    },
  })
  const making = createSharedWork<Tile>()
  /** One for each image of which tiles are being made; replaced when the image is dropped. */
  const generations = new Map<string, { makers: number }>()

  const keep = (imageId: string, key: string, tile: Tile) => {
    kept.set(key, { imageId, tile })
    if (kept.has(key)) keysOf.set(imageId, (keysOf.get(imageId) ?? new Set()).add(key))
  }
  const makeAndKeep = async (
    imageId: string,
    key: string,
    make: (signal: AbortSignal) => Promise<Tile>,
    signal: AbortSignal,
  ) => {
    const generation = generations.get(imageId) ?? { makers: 0 }
    generations.set(imageId, generation)
    generation.makers += 1
    try {
      const tile = await make(signal)
      if (generations.get(imageId) === generation) keep(imageId, key, tile)
      return tile
    } finally {
      generation.makers -= 1
      if (generation.makers === 0 && generations.get(imageId) === generation) generations.delete(imageId)
    }
  }

  return {
    fetch: async (imageId, tileKey, make, signal) => {
      const key = `${imageId} ${tileKey}`
      const entry = kept.get(key)
      if (entry) {
        onLookup('hit')
        return entry.tile
      }
      onLookup(making.has(key) ? 'joined' : 'miss')
      return making.join(key, (shared) => makeAndKeep(imageId, key, make, shared), signal)
    },
    drop: (imageId) => {
      generations.delete(imageId)
      making.forgetAll((key) => key.startsWith(`${imageId} `))
      for (const key of keysOf.get(imageId) ?? []) kept.delete(key)
    },
    state: () => ({ tiles: kept.size, bytes: kept.calculatedSize }),
  }
}
