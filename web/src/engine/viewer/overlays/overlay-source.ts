import type { Point } from '@cresyl/contract/slides/affine'
import { browserClock, type Clock } from '../../clock.ts'
import { type Addresses, productAddresses, type TileKind } from '../tiles/addresses.ts'
import type { Connections } from '../tiles/connections.ts'
import type { TokenSource } from '../tiles/fetch-tile.ts'
import { loadPicture } from '../tiles/load-picture.ts'
import { type PixelOrder, pixelOrder } from '../tiles/orders.ts'
import type { PlaneDecoder } from '../tiles/plane-decoder.ts'
import { TileError } from '../tiles/tile-error.ts'
import { levelOf, type TileGrid, type TilePlace, tileGrid } from '../tiles/tile-grid.ts'
import type { TileStatus } from '../tiles/tile-layer.ts'
import { createTileStore } from '../tiles/tile-store.ts'
import { type Overlay, takesFinest } from './overlay.ts'
import { tilesAt } from './overlay-geometry.ts'
import { createOverlayTile, type OverlayTile } from './overlay-tile.ts'

/** The numbers of an overlay, for every pane that shows it. */
export interface OverlaySource {
  readonly overlay: Overlay
  readonly grid: TileGrid
  find(place: TilePlace): OverlayTile | undefined
  /** What one of those who show it needs now, the most urgent first. */
  want(who: object, places: readonly TilePlace[]): void
  /** Needs nothing more. */
  leave(who: object): void
  /** The number at a place, in pixels of the overlay: 0 where there is nothing, null where it isn't known yet. */
  valueAt(point: Point): number | null
  status(): TileStatus
  retry(): void
  /** Told when something came, or could not be had. */
  subscribe(listener: () => void): () => void
  destroy(): void
}

export interface OverlayTools {
  readonly token: TokenSource
  readonly connections: Connections
  readonly decoder: PlaneDecoder
  readonly fetch?: typeof fetch
  readonly addresses?: Addresses
  readonly clock?: Clock
}

/** As they are stored: 16 bits have all values of 8, and nothing of them is spread or cut. */
const asStored: TileKind = { z: 0, t: 0, icc: false, channel: { index: 0, depth: 16 } }
/** Bytes of what isn't seen: much less than of pictures. */
const keptBytes = 32 * 1024 * 1024

export function createOverlaySource(overlay: Overlay, tools: OverlayTools): OverlaySource {
  const { pyramid, space } = overlay
  const grid = tileGrid(pyramid)
  const wishes = new Map<object, readonly TilePlace[]>()
  const listeners = new Set<() => void>()
  const pictureTools = {
    image: { id: pyramid.image_id, pyramid, space },
    grid,
    decoder: tools.decoder,
    token: tools.token,
    fetch: tools.fetch ?? ((input, init) => fetch(input, init)),
    addresses: tools.addresses ?? productAddresses,
  }
  const store = createTileStore<PixelOrder, OverlayTile>({
    load: async (order, loading) => tileOf(await loadPicture(pictureTools, order, loading)),
    changed: () => {
      for (const listener of [...listeners]) listener()
    },
    limit: keptBytes,
    connections: tools.connections,
    clock: tools.clock ?? browserClock,
  })

  const ordersOf = (places: Iterable<TilePlace>) => [...places].map((place) => pixelOrder(place, asStored))
  const wanted = () => {
    const orders = ordersOf([...wishes.values()].flat())
    return [...new Map(orders.map((order) => [order.key, order])).values()]
  }
  const ask = () => {
    const orders = wanted()
    store.want(orders, new Set(orders.map(({ key }) => key)))
  }
  const find = (place: TilePlace) => store.find(pixelOrder(place, asStored).key)

  return {
    overlay,
    grid,
    find,
    want: (who, places) => {
      if (wishes.get(who) === places) return
      wishes.set(who, places)
      ask()
    },
    leave: (who) => {
      wishes.delete(who)
      ask()
    },
    valueAt: (point) => {
      const there = tilesAt(grid, point)
      if (there.length === 0) return 0
      for (const place of takesFinest(overlay) ? there.slice(0, 1) : there) {
        const tile = find(place)
        if (tile !== undefined) return valueIn(grid, place, tile, point)
      }
      return null
    },
    status: () => {
      const orders = wanted()
      return {
        wanted: orders.length,
        loaded: orders.filter(({ key }) => store.has(key)).length,
        failed: orders.filter(({ key }) => store.hasFailed(key)).length,
      }
    },
    retry: store.retry,
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

function tileOf({ width, height, pixels }: Awaited<ReturnType<typeof loadPicture>>): OverlayTile {
  const numbers = pixels()
  if (!(numbers instanceof Uint16Array)) throw new TileError('The tile has no numbers in it.', 422)
  return createOverlayTile(Uint8Array.from(numbers), { width, height })
}

function valueIn(grid: TileGrid, { level, x, y }: TilePlace, tile: OverlayTile, point: Point): number {
  const { scale, tileWidth, tileHeight } = levelOf(grid, level)
  return tile.valueAt(
    Math.floor(point.x / scale.x) - x * tileWidth,
    Math.floor(point.y / scale.y) - y * tileHeight,
  )
}
