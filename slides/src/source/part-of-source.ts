import { checkRange } from './check-range.ts'
import type { Source } from './source.ts'

/** A stretch of a source as one of its own, for a file within a file. Closing it leaves the source open. */
export function partOfSource(source: Source, start: number, size: number): Source {
  const { name } = source
  return {
    name,
    size,
    async read(offset, length, signal) {
      checkRange(name, size, offset, length)
      return source.read(start + offset, length, signal)
    },
    givesAway: source.givesAway,
    async close() {},
  }
}
