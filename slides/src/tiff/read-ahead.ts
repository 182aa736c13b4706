import type { Source } from '../source/source.ts'

const windowsKept = 64
const largestWindow = 4096

/**
 * Small reads of a file, each a little longer than asked, so that what lies beside it costs nothing. The last windows
 * are kept: at most 256 kB in all, mostly far less.
 */
export class ReadAhead {
  readonly #source: Source
  /** The latest last. */
  readonly #windows: { readonly offset: number; readonly bytes: Uint8Array }[] = []

  constructor(source: Source) {
    this.#source = source
  }

  /** `length` bytes from `offset`, which must lie inside the file; up to `ahead` bytes are fetched instead. */
  async read(offset: number, length: number, ahead: number, signal?: AbortSignal): Promise<Uint8Array> {
    if (length > largestWindow) return this.#source.read(offset, length, signal)
    const known = this.#windows.findLast(
      (window) => window.offset <= offset && offset + length <= window.offset + window.bytes.length,
    )
    if (known) return known.bytes.subarray(offset - known.offset, offset - known.offset + length)
    const wanted = Math.min(Math.max(length, ahead), this.#source.size - offset)
    // A copy: the source may hand out a view of a much larger block, which would be kept alive.
    const bytes = (await this.#source.read(offset, wanted, signal)).slice()
    this.#windows.push({ offset, bytes })
    if (this.#windows.length > windowsKept) this.#windows.shift()
    return bytes.subarray(0, length)
  }
}
