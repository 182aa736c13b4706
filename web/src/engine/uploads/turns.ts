/** Who sends next: so many parts travel at once, those of files further up the queue first. */
export interface Turns {
  /** Resolves when it is this one's turn, with what ends it. `order` is asked again whenever a turn is free. */
  take(order: () => number, signal: AbortSignal): Promise<() => void>
  /** Whether somebody could have a turn and nobody wants it. */
  spare(): boolean
  /** Called whenever a turn has become free that nobody waited for. */
  onSpare(listener: () => void): void
  /** From now on so many at once; what travels already goes on. */
  limit(count: number): void
}

interface Waiter {
  order: () => number
  begin(): void
}

export function createTurns(count: number): Turns {
  const waiting: Waiter[] = []
  const listeners: (() => void)[] = []
  let most = count
  let taken = 0

  const pump = () => {
    while (taken < most && waiting.length > 0) {
      const next = waiting.reduce((first, each) => (each.order() < first.order() ? each : first))
      waiting.splice(waiting.indexOf(next), 1)
      taken += 1
      next.begin()
    }
    if (taken < most) for (const listener of listeners) listener()
  }
  const end = () => {
    let ended = false
    return () => {
      if (ended) return
      ended = true
      taken -= 1
      pump()
    }
  }
  return {
    take: (order, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const leave = () => {
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(signal.reason)
        }
        const waiter: Waiter = {
          order,
          begin: () => {
            signal.removeEventListener('abort', leave)
            resolve(end())
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(waiter)
        pump()
      }),
    spare: () => taken < most && waiting.length === 0,
    onSpare: (listener) => void listeners.push(listener),
    limit: (changed) => {
      most = changed
      pump()
    },
  }
}
