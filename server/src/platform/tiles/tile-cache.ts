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
  /** Least recently used first. */
  const kept = new Map<string, { readonly imageId: string; readonly tile: Tile }>()
  const keysOf = new Map<string, Set<string>>()
  const making = createSharedWork<Tile>()
  /** One for each image of which tiles are being made; replaced when the image is dropped. */
  const generations = new Map<string, { makers: number }>()
  let bytes = 0

  const weightOf = (key: string, tile: Tile) => tile.bytes.byteLength + key.length + overhead

  const remove = (key: string) => {
    const entry = kept.get(key)
    if (!entry) return
    kept.delete(key)
    bytes -= weightOf(key, entry.tile)
    const keys = keysOf.get(entry.imageId)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(entry.imageId)
  }
  const keep = (imageId: string, key: string, tile: Tile) => {
    const weight = weightOf(key, tile)
    // One that large would drive out too many others.
    if (weight > maxBytes / 8) return
    remove(key)
    kept.set(key, { imageId, tile })
    bytes += weight
    const keys = keysOf.get(imageId) ?? new Set()
    keysOf.set(imageId, keys.add(key))
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) return
      remove(oldest)
    }
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
        kept.delete(key)
        kept.set(key, entry)
        onLookup('hit')
        return entry.tile
      }
      onLookup(making.has(key) ? 'joined' : 'miss')
      return making.join(key, (shared) => makeAndKeep(imageId, key, make, shared), signal)
    },
    drop: (imageId) => {
      generations.delete(imageId)
      making.forgetAll((key) => key.startsWith(`${imageId} `))
      for (const key of keysOf.get(imageId) ?? []) remove(key)
    },
    state: () => ({ tiles: kept.size, bytes }),
  }
}
