/** Work under way for whoever waits for it. */
interface Flight<Value> {
  readonly promise: Promise<Value>
  readonly controller: AbortController
  waiting: number
}

/**
 * Keeps what was made last, up to a total size (but always the latest), and makes each thing once however many ask for
 * it at the same time. Work is aborted when everyone who waited for it has left.
 */
export class SharedCache<Key, Value> {
  /** The least recently used first. */
  readonly #kept = new Map<Key, Value>()
  readonly #underWay = new Map<Key, Flight<Value>>()
  readonly #capacity: number
  readonly #sizeOf: (value: Value) => number
  #size = 0

  constructor(capacity: number, sizeOf: (value: Value) => number = () => 1) {
    this.#capacity = capacity
    this.#sizeOf = sizeOf
  }

  /** The total size of what is kept. */
  get size(): number {
    return this.#size
  }

  async get(
    key: Key,
    make: (signal: AbortSignal) => Promise<Value>,
    signal?: AbortSignal | undefined,
  ): Promise<Value> {
    signal?.throwIfAborted()
    return this.known(key) ?? this.#join(key, this.#underWay.get(key) ?? this.#start(key, make), signal)
  }

  /** What is kept, as one who uses it; undefined where it has to be made. */
  known(key: Key): Value | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined) return undefined
    // As long as nothing has to go soon, who was used last is nobody's concern.
    if (this.#size > this.#capacity / 2) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
    }
    return kept
  }

  /** Forgets what is kept; work under way goes on for those who wait for it. */
  clear(): void {
    this.#kept.clear()
    this.#size = 0
  }

  #start(key: Key, make: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const controller = new AbortController()
    const flight: Flight<Value> = { promise: make(controller.signal), controller, waiting: 0 }
    this.#underWay.set(key, flight)
    flight.promise.then(
      (value) => {
        if (this.#land(key, flight)) this.#keep(key, value)
      },
      () => this.#land(key, flight),
    )
    return flight
  }

  /** False where the flight was given up. */
  #land(key: Key, flight: Flight<Value>): boolean {
    if (this.#underWay.get(key) !== flight) return false
    return this.#underWay.delete(key)
  }

  #keep(key: Key, value: Value): void {
    this.#kept.set(key, value)
    this.#size += this.#sizeOf(value)
    for (const [oldKey, oldValue] of this.#kept) {
      if (this.#size <= this.#capacity || this.#kept.size === 1) return
      this.#kept.delete(oldKey)
      this.#size -= this.#sizeOf(oldValue)
    }
  }

  #join(key: Key, flight: Flight<Value>, signal: AbortSignal | undefined): Promise<Value> {
    flight.waiting++
    if (!signal) return flight.promise
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason)
        if (--flight.waiting > 0) return
        this.#land(key, flight)
        flight.controller.abort(signal.reason)
      }
      const settled = () => signal.removeEventListener('abort', leave)
      // It may have been aborted by what the work began with, which nobody is told of any more.
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
      flight.promise.then(resolve, reject).finally(settled)
    })
  }
}
