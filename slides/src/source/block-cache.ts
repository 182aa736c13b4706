export interface BlockCache {
  /** The block, which then counts as used last. */
  get(index: number): Uint8Array | undefined
  set(index: number, bytes: Uint8Array): void
  clear(): void
}

/** Blocks by their index; those not used for longest go when there are more bytes than allowed. */
export function blockCache(maxBytes: number): BlockCache {
  // A Map remembers in which order its keys were set.
  const blocks = new Map<number, Uint8Array>()
  let total = 0
  return {
    get(index) {
      const bytes = blocks.get(index)
      if (!bytes) return undefined
      blocks.delete(index)
      blocks.set(index, bytes)
      return bytes
    },
    set(index, bytes) {
      total += bytes.byteLength - (blocks.get(index)?.byteLength ?? 0)
      blocks.delete(index)
      blocks.set(index, bytes)
      for (const [oldest, { byteLength }] of blocks) {
        if (total <= maxBytes) break
        blocks.delete(oldest)
        total -= byteLength
      }
    },
    clear() {
      blocks.clear()
      total = 0
    },
  }
}
