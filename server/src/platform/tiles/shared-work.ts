/** Work that is under way once, however many wait for it. */
export interface SharedWork<Value> {
  /**
   * Starts the work, or waits for that of the same key. Whoever aborts leaves with the reason of their signal; the
   * work itself is aborted when nobody waits for it any more.
   */
  join(key: string, start: (signal: AbortSignal) => Promise<Value>, signal?: AbortSignal): Promise<Value>
  has(key: string): boolean
  /** Those that come from now on start anew; who waits already still gets the result. */
  forgetAll(matching: (key: string) => boolean): void
}

interface Flight<Value> {
  readonly outcome: Promise<Value>
  readonly controller: AbortController
  waiting: number
}

export function createSharedWork<Value>(): SharedWork<Value> {
  const flights = new Map<string, Flight<Value>>()

  const land = (key: string, flight: Flight<Value>) => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  const begin = (key: string, start: (signal: AbortSignal) => Promise<Value>) => {
    const controller = new AbortController()
    const flight: Flight<Value> = { outcome: start(controller.signal), controller, waiting: 0 }
    flights.set(key, flight)
    const over = () => land(key, flight)
    flight.outcome.then(over, over)
    return flight
  }

  const join: SharedWork<Value>['join'] = async (key, start, signal) => {
    signal?.throwIfAborted()
    const flight = flights.get(key) ?? begin(key, start)
    flight.waiting += 1
    if (!signal) return flight.outcome
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const leave = () => {
      flight.waiting -= 1
      reject(signal.reason)
      if (flight.waiting > 0) return
      land(key, flight)
      flight.controller.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([flight.outcome, aborted])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  return {
    join,
    has: (key) => flights.has(key),
    forgetAll: (matching) => {
      for (const key of flights.keys()) if (matching(key)) flights.delete(key)
    },
  }
}
