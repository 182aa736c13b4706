import type { RunChunks } from '@cresyl/contract/predictors/inference-outputs'
import { browserClock, type Clock } from '../../clock.ts'
import type { Freeable } from '../tiles/byte-cache.ts'
import type { Connections } from '../tiles/connections.ts'
import { placeKey, type TileGrid, type TilePlace, tileGrid } from '../tiles/tile-grid.ts'
import type { TileStatus } from '../tiles/tile-layer.ts'
import type { Loading, TileOrder } from '../tiles/tile-queue.ts'
import { createTileStore } from '../tiles/tile-store.ts'
import { type ChunkPlace, placesThere } from './chunk-places.ts'

/** A tile ready to be drawn; null where it is all background. */
export interface ChunkTile extends Freeable {
  readonly picture: CanvasImageSource | null
}

export interface ChunkOrder extends TileOrder, ChunkPlace {}

/** An output of a run that is under way, as far as it is done, for every pane that shows it. */
export interface ChunkSource {
  readonly grid: TileGrid
  readonly chunks: RunChunks
  find(place: TilePlace): ChunkTile | undefined
  /** What one of those who show it looks at; answers with what of it is there to be drawn. */
  want(who: object, places: readonly TilePlace[]): readonly TilePlace[]
  leave(who: object): void
  /** More of it is done. */
  update(chunks: RunChunks): void
  /** The run has ended: all of it is in an image now, whose tiles are the same. What is shown stays until they come. */
  finish(imageId: string): void
  status(): TileStatus
  subscribe(listener: () => void): () => void
  destroy(): void
}

export interface ChunkTools {
  /** Of the image where there is one, else of the chunks. */
  load(order: ChunkOrder, imageId: string | null, grid: TileGrid, loading: Loading): Promise<ChunkTile>
  readonly connections: Connections
  readonly clock?: Clock
}

/** Bytes of what isn't seen: it is looked at for as long as the run takes. */
const keptBytes = 48 * 1024 * 1024
/** How small tiles may have been made; a larger one will do for a smaller. */
const shrinks = [1, 2, 4, 8, 16, 32, 64]

const orderOf = ({ place, shrink }: ChunkPlace): ChunkOrder => ({
  place,
  shrink,
  key: `${placeKey(place)}@${shrink}`,
})

export function createChunkSource(begun: RunChunks, tools: ChunkTools): ChunkSource {
  const { width, height } = begun.space
  const grid = tileGrid({ width, height, levels: begun.levels })
  const wishes = new Map<object, readonly TilePlace[]>()
  const listeners = new Set<() => void>()
  let chunks = begun
  let imageId: string | null = null
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const store = createTileStore<ChunkOrder, ChunkTile>({
    load: (order, loading) => tools.load(order, imageId, grid, loading),
    changed: tell,
    limit: keptBytes,
    connections: tools.connections,
    clock: tools.clock ?? browserClock,
  })

  const thereOf = (places: readonly TilePlace[]): readonly ChunkPlace[] =>
    imageId === null ? placesThere(grid, chunks, places) : places.map((place) => ({ place, shrink: 1 }))
  const orders = () => {
    const wanted = [...wishes.values()].flatMap(thereOf).map(orderOf)
    return [...new Map(wanted.map((order) => [order.key, order])).values()]
  }
  const ask = () => {
    const wanted = orders()
    store.want(wanted, new Set(wanted.map(({ key }) => key)))
  }
  const anew = () => {
    // What could not be had may have been on its way from one place to the other.
    store.retry()
    ask()
    tell()
  }

  return {
    grid,
    get chunks() {
      return chunks
    },
    find: (place) => {
      for (const shrink of shrinks) {
        const tile = store.find(orderOf({ place, shrink }).key)
        if (tile !== undefined) return tile
      }
      return undefined
    },
    want: (who, places) => {
      wishes.set(who, places)
      ask()
      return thereOf(places).map(({ place }) => place)
    },
    leave: (who) => {
      if (wishes.delete(who)) ask()
    },
    update: (next) => {
      if (imageId !== null || next.finished.length <= chunks.finished.length) return
      chunks = next
      anew()
    },
    finish: (id) => {
      if (imageId === id) return
      imageId = id
      anew()
    },
    status: () => {
      const wanted = orders()
      return {
        wanted: wanted.length,
        loaded: wanted.filter(({ key }) => store.has(key)).length,
        failed: wanted.filter(({ key }) => store.hasFailed(key)).length,
      }
    },
    subscribe: (listener) => {
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    destroy: () => {
      listeners.clear()
      wishes.clear()
      store.destroy()
    },
  }
}
