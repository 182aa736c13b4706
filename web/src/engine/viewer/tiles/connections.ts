/** So many requests travel at once, for one layer or for several that share them. */
export interface Connections {
  /** Takes one, or is told once there is one again; asking twice is told once. */
  take(whenFree: () => void): boolean
  give(): void
  /** No longer to be told. */
  leave(whenFree: () => void): void
}

/**
 * Browsers open six connections to a host over HTTP/1.1, over all tabs: one is the stream of changes, one is left for
 * calls. Over HTTP/2 and 3 still more would only make the nearest tile wait for the farthest.
 */
export const connectionsAtOnce = (protocol: string): number => (/^h[23]/.test(protocol) ? 12 : 4)

export function createConnections(count: number): Connections {
  const waiting = new Set<() => void>()
  let taken = 0
  return {
    take: (whenFree) => {
      if (taken >= count) {
        waiting.add(whenFree)
        return false
      }
      taken += 1
      return true
    },
    give: () => {
      taken -= 1
      const [next] = waiting
      if (next === undefined) return
      // To the end of the line: panes take turns.
      waiting.delete(next)
      next()
    },
    leave: (whenFree) => {
      waiting.delete(whenFree)
    },
  }
}
