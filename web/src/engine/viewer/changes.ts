/** Tells listeners that something of a kind has changed. */
export interface Changes<Kind extends string> {
  subscribe(kind: Kind, listener: () => void): () => void
  tell(kind: Kind): void
  clear(): void
}

export function createChanges<Kind extends string>(): Changes<Kind> {
  const listeners = new Map<Kind, Set<() => void>>()
  return {
    subscribe(kind, listener) {
      // Each subscription is its own, even of the same function.
      const own = () => listener()
      const known = listeners.get(kind) ?? new Set()
      listeners.set(kind, known.add(own))
      return () => void known.delete(own)
    },
    tell(kind) {
      for (const listener of [...(listeners.get(kind) ?? [])]) listener()
    },
    clear: () => listeners.clear(),
  }
}
