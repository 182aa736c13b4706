import { SlideError } from '../errors.ts'
import { abortable } from './abortable.ts'
import { checkRange, closedError } from './check-range.ts'
import type { Source } from './source.ts'

export interface RangeStore {
  /** For messages: an address without its query, a bucket and key. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Exactly `length` ≥ 1 bytes from `offset`. Any error it throws becomes an `unreadable` SlideError. */
  fetchRange(offset: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array>
  /** The same without waiting; undefined where that is not possible just now. It throws nothing but SlideErrors. */
  fetchNow?(offset: number, length: number): Uint8Array | undefined
  /** Whether it keeps nothing of what it gives. */
  readonly givesAway?: boolean | undefined
  close?(): Promise<void>
}

/** Anything that can fetch a range of bytes: an object store's client, for example. */
export function rangeSource(store: RangeStore): Source {
  const { name, size, givesAway } = store
  let closing: Promise<void> | undefined
  const check = (offset: number, length: number) => {
    if (closing) throw closedError(name)
    checkRange(name, size, offset, length)
  }
  return {
    name,
    size,
    givesAway,
    async read(offset, length, signal) {
      signal?.throwIfAborted()
      check(offset, length)
      if (length === 0) return new Uint8Array(0)
      const there = store.fetchNow?.(offset, length)
      if (there) return there
      const bytes = await abortable(fetchSafely(store, offset, length, signal), signal)
      if (bytes.byteLength !== length) {
        const got = `${bytes.byteLength} bytes instead of ${length}`
        throw new SlideError('unreadable', name, `gave ${got} at offset ${offset}`)
      }
      return bytes
    },
    ...(store.fetchNow && {
      readNow(offset, length) {
        check(offset, length)
        return length === 0 ? new Uint8Array(0) : store.fetchNow?.(offset, length)
      },
    }),
    close() {
      closing ??= store.close?.() ?? Promise.resolve()
      return closing
    },
  }
}

async function fetchSafely(
  store: RangeStore,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  try {
    return await store.fetchRange(offset, length, signal)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof SlideError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new SlideError('unreadable', store.name, `could not be fetched (${message})`, { cause: error })
  }
}
