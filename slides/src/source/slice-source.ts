import { checkRange } from './check-range.ts'
import type { Source } from './source.ts'

/** A part of another source as one of its own: a file within a file. It stays open as long as the whole is. */
export function sliceSource(whole: Source, start: number, size: number): Source {
  const { name, givesAway, readNow } = whole
  return {
    name,
    size,
    givesAway,
    async read(offset, length, signal) {
      checkRange(name, size, offset, length)
      return whole.read(start + offset, length, signal)
    },
    ...(readNow && {
      readNow(offset: number, length: number) {
        checkRange(name, size, offset, length)
        return whole.readNow?.(start + offset, length)
      },
    }),
    close: async () => {},
  }
}
