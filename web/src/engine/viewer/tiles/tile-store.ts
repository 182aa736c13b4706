import type { Clock } from '../../clock.ts'
import { createByteCache, type Freeable } from './byte-cache.ts'
import type { Connections } from './connections.ts'
import { createTileQueue, type Loading, type TileOrder } from './tile-queue.ts'

/** Tiles of any kind: what is there, what is coming and what could not be had. */
export interface TileStore<Order extends TileOrder, Content extends Freeable> {
  find(key: string): Content | undefined
  has(key: string): boolean
  hasFailed(key: string): boolean
  /** Bytes that are kept. */
  readonly bytes: number
  /** What is needed now, the most urgent first, and what is seen now and must not go to make room. */
  want(orders: readonly Order[], seen: ReadonlySet<string>): void
  retry(): void
  online(): void
  /** Frees all that is kept. */
  clear(): void
  destroy(): void
}

export interface StoreTools<Order extends TileOrder, Content extends Freeable> {
  load(order: Order, loading: Loading): Promise<Content>
  changed(): void
  /** Bytes to keep at most, of what is not seen. */
  readonly limit: number
  readonly connections: Connections
  readonly clock: Clock
}

export function createTileStore<Order extends TileOrder, Content extends Freeable>(
  tools: StoreTools<Order, Content>,
): TileStore<Order, Content> {
  const { load, changed, limit, connections, clock } = tools
  const cache = createByteCache<Content>(limit)
  let isDestroyed = false
  const queue = createTileQueue<Order>({
    load: async (order, loading) => {
      const content = await load(order, loading)
      if (isDestroyed || loading.signal.aborted) content.free()
      else cache.put(order.key, content)
    },
    has: cache.has,
    changed,
    connections,
    clock,
  })
  return {
    find: cache.find,
    has: cache.has,
    hasFailed: queue.hasFailed,
    get bytes() {
      return cache.bytes
    },
    want: (orders, seen) => {
      cache.hold(seen)
      queue.want(orders)
    },
    retry: queue.retry,
    online: queue.online,
    clear: cache.clear,
    destroy: () => {
      isDestroyed = true
      queue.destroy()
      cache.clear()
    },
  }
}
