import { checkRange, closedError } from './check-range.ts'
import type { Source } from './source.ts'

/** Bytes that are in memory already; reads are views of them. */
export function memorySource(bytes: Uint8Array, name = 'memory'): Source {
  let closed = false
  return {
    name,
    size: bytes.byteLength,
    async read(offset, length, signal) {
      signal?.throwIfAborted()
      if (closed) throw closedError(name)
      checkRange(name, bytes.byteLength, offset, length)
      return bytes.subarray(offset, offset + length)
    },
    async close() {
      closed = true
    },
  }
}
