/** Something that takes room until it is freed. */
export interface Freeable {
  readonly bytes: number
  free(): void
}

/** Keeps what was used last, up to so many bytes. */
export interface ByteCache<Content extends Freeable> {
  readonly bytes: number
  readonly size: number
  /** Counts as a use. */
  find(key: string): Content | undefined
  has(key: string): boolean
  put(key: string, content: Content): void
  /** What must stay even where it takes more room than there is: what is seen now would be fetched over and over. */
  hold(keys: ReadonlySet<string>): void
  /** Frees everything. */
  clear(): void
}

export function createByteCache<Content extends Freeable>(limit: number): ByteCache<Content> {
  // A map keeps the order in which keys were set: the first was used longest ago.
  const contents = new Map<string, Content>()
  let held: ReadonlySet<string> = new Set()
  let bytes = 0

  const remove = (key: string) => {
    const content = contents.get(key)
    if (content === undefined) return
    contents.delete(key)
    bytes -= content.bytes
    content.free()
  }
  const makeRoom = () => {
    if (bytes <= limit) return
    for (const key of contents.keys()) {
      if (held.has(key)) continue
      remove(key)
      if (bytes <= limit) return
    }
  }
  return {
    get bytes() {
      return bytes
    },
    get size() {
      return contents.size
    },
    find: (key) => {
      const content = contents.get(key)
      if (content === undefined) return undefined
      contents.delete(key)
      contents.set(key, content)
      return content
    },
    has: (key) => contents.has(key),
    put: (key, content) => {
      remove(key)
      contents.set(key, content)
      bytes += content.bytes
      makeRoom()
    },
    hold: (keys) => {
      held = keys
      makeRoom()
    },
    clear: () => {
      for (const key of [...contents.keys()]) remove(key)
    },
  }
}
