import type { Clock } from '../../clock.ts'
import type { Connections } from './connections.ts'
import { pauseAfter, quietAttempts } from './tile-error.ts'

/** Something to be fetched. What has the same key is the same. */
export interface TileOrder {
  readonly key: string
}

export interface Loading {
  readonly signal: AbortSignal
  /** Says that the answer is coming in: from now on it would be a waste to break off. */
  arriving(): void
  /** Says that all of it is here: while it is unpacked, the next may travel. */
  arrived(): void
}

export interface TileQueue<Order extends TileOrder> {
  /** All that is needed now, the most urgent first. What is no longer needed is broken off, unless it is arriving. */
  want(orders: readonly Order[]): void
  /** Whether it could not be had so far, though it may be tried on. */
  hasFailed(key: string): boolean
  /** Asks at once for all that has failed. */
  retry(): void
  /** The network is back: what waits for another attempt, or failed for want of a connection, is tried at once. */
  online(): void
  destroy(): void
}

export interface QueueTools<Order extends TileOrder> {
  /** Fetches one and keeps it; rejects with why it could not. */
  load(order: Order, loading: Loading): Promise<void>
  /** Whether it is kept already. */
  has(key: string): boolean
  /** Something came, or has failed. */
  changed(): void
  readonly connections: Connections
  readonly clock: Clock
}

interface Entry {
  /** Paused before another attempt, due for it, or refused for good. */
  state: 'running' | 'paused' | 'due' | 'refused'
  attempts: number
  isArriving: boolean
  controller: AbortController
}

/** Fetches what is needed, the most urgent first, each once, and again after a while where it failed. */
export function createTileQueue<Order extends TileOrder>(tools: QueueTools<Order>): TileQueue<Order> {
  const { load, has, changed, connections, clock } = tools
  const entries = new Map<string, Entry>()
  let wanted: readonly Order[] = []
  let wantedKeys: ReadonlySet<string> = new Set()

  const pump = () => {
    for (const order of wanted) {
      const entry = entries.get(order.key)
      if ((entry !== undefined && entry.state !== 'due') || has(order.key)) continue
      if (!connections.take(pump)) return
      start(order, entry?.attempts ?? 0)
    }
    connections.leave(pump)
  }
  const start = async (order: Order, attempts: number) => {
    const controller = new AbortController()
    const entry: Entry = { state: 'running', attempts, isArriving: false, controller }
    entries.set(order.key, entry)
    let isTravelling = true
    const arrived = () => {
      if (!isTravelling) return
      isTravelling = false
      connections.give()
      pump()
    }
    try {
      await load(order, {
        signal: controller.signal,
        arriving: () => {
          entry.isArriving = true
        },
        arrived,
      })
      if (!controller.signal.aborted) entries.delete(order.key)
    } catch (error) {
      if (!controller.signal.aborted) fail(order.key, entry, error)
    }
    if (!controller.signal.aborted && (entry.state !== 'paused' || isFailed(entry))) changed()
    arrived()
  }
  const fail = (key: string, entry: Entry, error: unknown) => {
    entry.attempts += 1
    entry.isArriving = false
    const pause = pauseAfter(error, entry.attempts)
    if (!wantedKeys.has(key)) {
      entries.delete(key)
    } else if (pause === null) {
      entry.state = 'refused'
    } else {
      entry.state = 'paused'
      clock.wait(pause, entry.controller.signal).then(
        () => {
          if (entry.state === 'paused') entry.state = 'due'
          pump()
        },
        () => undefined,
      )
    }
  }
  const drop = (key: string, entry: Entry) => {
    entries.delete(key)
    entry.controller.abort()
  }

  return {
    want: (orders) => {
      wanted = orders
      wantedKeys = new Set(orders.map(({ key }) => key))
      for (const [key, entry] of entries) {
        const isKept = entry.isArriving || entry.state === 'refused'
        if (!wantedKeys.has(key) && !isKept) drop(key, entry)
      }
      pump()
    },
    hasFailed: (key) => {
      const entry = entries.get(key)
      return entry !== undefined && isFailed(entry)
    },
    retry: () => {
      for (const [key, entry] of entries) if (isFailed(entry)) drop(key, entry)
      pump()
    },
    online: () => {
      for (const [key, entry] of entries) if (entry.state === 'paused') drop(key, entry)
      pump()
    },
    destroy: () => {
      wanted = []
      for (const [key, entry] of entries) drop(key, entry)
      connections.leave(pump)
    },
  }
}

const isFailed = ({ state, attempts }: Entry) => state === 'refused' || attempts > quietAttempts
