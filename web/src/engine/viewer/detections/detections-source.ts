import type { DetectionsIndex } from '@cresyl/contract/predictors/inference-outputs'
import { browserClock } from '../../clock.ts'
import type { Rgb } from '../overlays/colour-maps.ts'
import type { Freeable } from '../tiles/byte-cache.ts'
import type { Connections } from '../tiles/connections.ts'
import { type FetchTools, fetchTile, type TokenSource } from '../tiles/fetch-tile.ts'
import type { TilePlace } from '../tiles/tile-grid.ts'
import type { Loading, TileOrder } from '../tiles/tile-queue.ts'
import { createTileStore } from '../tiles/tile-store.ts'
import { densityPixels } from './density-picture.ts'
import { readDensity, readThings } from './detection-tile.ts'
import { spanOf } from './detections-grid.ts'
import { thingPaths } from './thing-paths.ts'

/** A tile ready to be drawn; null where there is nothing in it. */
export interface DetectionTile extends Freeable {
  /** Outlines of each class, in pixels of the grid from the corner of the tile. */
  readonly paths: readonly Path2D[] | null
  /** A pixel for each cell. */
  readonly density: OffscreenCanvas | null
}

/** The detections of a run, for every pane that shows them. */
export interface DetectionsSource {
  readonly index: DetectionsIndex
  find(place: TilePlace): DetectionTile | undefined
  want(who: object, places: readonly TilePlace[]): void
  leave(who: object): void
  subscribe(listener: () => void): () => void
  destroy(): void
}

export interface DetectionsTools {
  readonly token: TokenSource
  readonly connections: Connections
}

interface DetectionOrder extends TileOrder {
  readonly place: TilePlace
}

const keptBytes = 48 * 1024 * 1024
const orderOf = (place: TilePlace): DetectionOrder => ({
  key: `${place.level}/${place.x}/${place.y}`,
  place,
})

/** @param address of the tiles, without level and place */
export function createDetectionsSource(
  address: string,
  index: DetectionsIndex,
  colours: readonly Rgb[],
  tools: DetectionsTools,
): DetectionsSource {
  const wishes = new Map<object, readonly TilePlace[]>()
  const listeners = new Set<() => void>()
  const fetchTools: FetchTools = {
    token: tools.token,
    fetch: (input, init) => fetch(input, init),
    headers: (token) => ({ Authorization: `Bearer ${token}` }),
  }

  async function load({ key, place }: DetectionOrder, loading: Loading): Promise<DetectionTile> {
    const response = await fetchTile(fetchTools, () => `${address}/${key}`, loading.signal)
    // Tiles without anything are not kept by the server either.
    if (response.status === 204) return nothing
    loading.arriving()
    const bytes = await response.arrayBuffer()
    loading.arrived()
    return place.level === 0 ? thingTile(bytes, colours.length) : densityTile(bytes, place.level)
  }

  function densityTile(bytes: ArrayBuffer, level: number): DetectionTile {
    const { density_cells: cells, counts, space } = index
    const things = counts.reduce((sum, count) => sum + count, 0)
    const usual = (things / (space.width * space.height)) * (spanOf(index, level) / cells) ** 2
    const pixels = densityPixels(readDensity(bytes, colours.length, cells), colours, cells, usual)
    const density = new OffscreenCanvas(cells, cells)
    density.getContext('2d')?.putImageData(new ImageData(pixels, cells, cells), 0, 0)
    return { paths: null, density, bytes: pixels.length, free: () => undefined }
  }

  const store = createTileStore<DetectionOrder, DetectionTile>({
    load,
    changed: () => {
      for (const listener of [...listeners]) listener()
    },
    limit: keptBytes,
    connections: tools.connections,
    clock: browserClock,
  })
  const ask = () => {
    const orders = new Map([...wishes.values()].flat().map((place) => [orderOf(place).key, orderOf(place)]))
    store.want([...orders.values()], new Set(orders.keys()))
  }

  return {
    index,
    find: (place) => store.find(orderOf(place).key),
    want: (who, places) => {
      wishes.set(who, places)
      ask()
    },
    leave: (who) => {
      wishes.delete(who)
      ask()
    },
    subscribe: (listener) => {
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    destroy: () => {
      listeners.clear()
      store.destroy()
    },
  }
}

const nothing: DetectionTile = { paths: null, density: null, bytes: 0, free: () => undefined }

function thingTile(bytes: ArrayBuffer, classes: number): DetectionTile {
  return {
    paths: thingPaths(readThings(bytes), classes),
    density: null,
    // A path takes a few times the room of its points.
    bytes: 4 * bytes.byteLength,
    free: () => undefined,
  }
}
