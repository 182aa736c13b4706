/** Who sends next: so many parts travel at once, those of files further up the queue first. */
export interface Turns {
  /** Resolves when it is this one's turn, with what ends it. `order` is asked again whenever a turn is free. */
  take(order: () => number, signal: AbortSignal): Promise<() => void>
}

interface Waiter {
  order: () => number
  begin(): void
}

export function createTurns(count: number): Turns {
  const waiting = new Set<Waiter>()
  let taken = 0

  const pump = () => {
    while (taken < count) {
      const next = firstOf(waiting)
      if (next === undefined) return
      waiting.delete(next)
      taken += 1
      next.begin()
    }
  }
  const endOnce = () => {
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
          waiting.delete(waiter)
          reject(signal.reason)
        }
        const waiter: Waiter = {
          order,
          begin: () => {
            signal.removeEventListener('abort', leave)
            resolve(endOnce())
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.add(waiter)
        pump()
      }),
  }
}

/** Of those with the same place, the one that has waited longest. */
function firstOf(waiting: Iterable<Waiter>): Waiter | undefined {
  let [first, least]: [Waiter | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const waiter of waiting) {
    const order = waiter.order()
    if (order < least) [first, least] = [waiter, order]
  }
  return first
}
