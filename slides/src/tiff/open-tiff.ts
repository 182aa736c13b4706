import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PixelTile } from '../pixels.ts'
import { SharedCache } from '../source/shared-cache.ts'
import type { Source } from '../source/source.ts'
import { Directory, type DirectoryContext } from './directory.ts'
import { numberPages } from './lazy-numbers.ts'
import { ReadAhead } from './read-ahead.ts'
import { decodedBytesKept } from './regrid.ts'
import type { TiffFile } from './tiff.ts'
import { Turns } from './turns.ts'
import { Warnings } from './warnings.ts'

/** What is fetched of each directory: most have 15 to 25 entries and their small values behind them. */
const directoryAhead = 1536

/** Entries of all directories: directories that overlap would take far more memory than the file has bytes. */
const mostEntries = 1_000_000

/** Two of the largest blocks, or hundreds of ordinary ones. */
const decodingBytes = 2 * limits.blockBytes

/** Bytes at the end of a file that belong to nothing: writers align what they write. */
const mostPadding = 16
/** Offsets and lengths that are added up to find out whether a file was cut off. */
const mostBlocks = 2_000_000

/** By the first four bytes: the byte order, then 42 (classic) or 43 (BigTIFF). */
export function looksLikeTiff(head: Uint8Array): boolean {
  const [first, second, third, fourth] = head
  if (first === 0x49 && second === 0x49) return (third === 42 || third === 43) && fourth === 0
  if (first === 0x4d && second === 0x4d) return third === 0 && (fourth === 42 || fourth === 43)
  return false
}

/** Reads the directories of the main chain, none of their values. */
export async function openTiff(source: Source, signal?: AbortSignal): Promise<TiffFile> {
  signal?.throwIfAborted()
  const readAhead = new ReadAhead(source)
  const header = await readHeader(source, readAhead, signal)
  const reader = new DirectoryReader(source, readAhead, header.bigEndian, header.big)
  const directories: Directory[] = []
  const warnings = new Warnings()
  try {
    await readChain(reader, header.first, directories, signal)
  } catch (error) {
    const warning = await reader.warningFor(error, directories, signal)
    if (!warning) throw error
    warnings.add(warning)
  }
  if (directories.length === 0)
    throw new SlideError('malformed', 'TIFF header', 'names no directory; the file was not finished')
  return {
    source,
    bigEndian: header.bigEndian,
    big: header.big,
    directories,
    warnings,
    decoding: new Turns(decodingBytes),
    decodedBlocks: new SharedCache<string, PixelTile>(decodedBytesKept, ({ data }) => data.byteLength),
  }
}

/** Adds to `directories` one by one, so that those before a broken one are known. */
async function readChain(
  reader: DirectoryReader,
  first: number,
  directories: Directory[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const seen = new Map<number, string>()
  let offset = first
  while (offset !== 0) {
    const label = `IFD ${directories.length}`
    const before = seen.get(offset)
    if (before) throw new SlideError('malformed', label, `is ${before} again: the chain never ends`)
    seen.set(offset, label)
    const { directory, next } = await reader.read(offset, label, [], signal)
    directories.push(directory)
    if (next === undefined) throw reader.withoutPointer(label)
    offset = next
  }
}

async function readHeader(
  source: Source,
  readAhead: ReadAhead,
  signal: AbortSignal | undefined,
): Promise<{ bigEndian: boolean; big: boolean; first: number }> {
  const wrong = (code: 'unknown_format' | 'malformed' | 'truncated', reason: string) =>
    new SlideError(code, 'TIFF header', reason)
  if (source.size < 8) throw wrong('truncated', `needs 8 bytes, the file has ${source.size}`)
  const head = await readAhead.read(0, Math.min(16, source.size), directoryAhead, signal)
  if (!looksLikeTiff(head)) throw wrong('unknown_format', 'is missing: the file does not begin like a TIFF')
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const bigEndian = head[0] === 0x4d
  const big = view.getUint16(2, !bigEndian) === 43
  if (!big) return { bigEndian, big, first: view.getUint32(4, !bigEndian) }
  if (head.length < 16) throw wrong('truncated', `needs 16 bytes, the file has ${source.size}`)
  const offsetSize = view.getUint16(4, !bigEndian)
  if (offsetSize !== 8)
    throw wrong('malformed', `says that offsets have ${offsetSize} bytes; BigTIFF knows only 8`)
  return { bigEndian, big, first: Number(view.getBigUint64(8, !bigEndian)) }
}

class DirectoryReader implements DirectoryContext {
  readonly source: Source
  readonly readAhead: ReadAhead
  readonly bigEndian: boolean
  readonly big: boolean
  readonly numberPages = numberPages()
  #count = 0
  #entries = 0
  /** Whether there are more directories than may be read. */
  #full = false

  constructor(source: Source, readAhead: ReadAhead, bigEndian: boolean, big: boolean) {
    this.source = source
    this.readAhead = readAhead
    this.bigEndian = bigEndian
    this.big = big
  }

  async read(
    offset: number,
    label: string,
    above: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<{ directory: Directory; next: number | undefined }> {
    this.#full = this.#count >= limits.directories
    if (this.#full) {
      const reason = `is one more than the ${limits.directories} directories that a file may have`
      throw new SlideError('too_large', label, reason)
    }
    const counterSize = this.big ? 8 : 2
    const nextSize = this.big ? 8 : 4
    if (!Number.isInteger(offset) || offset < 8) {
      const reason = `lies at ${offset}${offset < 8 ? ', inside the header' : ''}`
      throw new SlideError('malformed', label, reason)
    }
    const counter = await this.#bytes(offset, counterSize, label, signal)
    const entries = this.#number(counter, 0, counterSize)
    if (entries === 0) throw new SlideError('malformed', label, 'has no entries')
    if (entries > limits.directoryEntries) {
      const reason = `has ${entries} entries, more than the ${limits.directoryEntries} allowed`
      throw new SlideError('too_large', label, reason)
    }
    this.#full = this.#entries + entries > mostEntries
    if (this.#full) {
      const reason = `brings the entries of all directories to more than the ${mostEntries} allowed`
      throw new SlideError('too_large', label, reason)
    }
    const tableSize = entries * (this.big ? 20 : 12)
    const table = offset + counterSize
    // The file may end right behind the last table: only who goes on needs the pointer.
    const hasNext = table + tableSize + nextSize <= this.source.size
    const bytes = await this.#bytes(table, tableSize + (hasNext ? nextSize : 0), label, signal)
    const next = hasNext ? this.#number(bytes, tableSize, nextSize) : undefined
    this.#count++
    this.#entries += entries
    return { directory: new Directory(this, label, offset, above, bytes.slice(0, tableSize)), next }
  }

  /**
   * What to say of a chain of directories that breaks off behind some that are whole; undefined where the file has to be
   * refused, as one that was cut off has to.
   */
  async warningFor(
    error: unknown,
    whole: readonly Directory[],
    signal: AbortSignal | undefined,
  ): Promise<SlideError | undefined> {
    const [first] = whole
    if (!first || this.#full || !(error instanceof SlideError)) return undefined
    if (!['malformed', 'truncated', 'too_large'].includes(error.code)) return undefined
    if (error.code === 'truncated' && !(await this.#explainAll(whole, signal))) return undefined
    const reason = `${error.reason}; directories that may come after ${whole.at(-1)?.label} are left out`
    return new SlideError(error.code, error.structure, reason, { cause: error })
  }

  /** Whether directories tell what all bytes of the file are: else it was cut off in the pixels of a further one. */
  async #explainAll(directories: readonly Directory[], signal: AbortSignal | undefined): Promise<boolean> {
    const { size } = this.source
    let end = 0
    const budget = { blocks: mostBlocks }
    try {
      for (const directory of directories) end = Math.max(end, await directory.end(budget, signal))
    } catch (error) {
      if (error instanceof SlideError && error.code !== 'unreadable') return false
      throw error
    }
    return end <= size && size - end <= mostPadding
  }

  async readSubDirectories(
    parent: Directory,
    offsets: readonly number[],
    signal?: AbortSignal,
  ): Promise<readonly Directory[]> {
    if (offsets.length > 0 && parent.path.length > limits.directoryDepth) {
      const reason = `has sub-directories, which lie more than ${limits.directoryDepth} deep`
      throw new SlideError('too_large', parent.label, reason)
    }
    const found: Directory[] = []
    try {
      for (const [index, offset] of offsets.entries()) {
        const label = `${parent.label} SubIFD ${index}`
        if (parent.path.includes(offset)) {
          throw new SlideError('malformed', label, `leads back to a directory above it, at ${offset}`)
        }
        found.push((await this.read(offset, label, parent.path, signal)).directory)
        // What was fetched ahead is read without asking whether anybody still waits.
        signal?.throwIfAborted()
      }
    } catch (error) {
      // They are read anew when they are asked for again, after an abort for example.
      this.#count -= found.length
      for (const { entries } of found) this.#entries -= entries
      throw error
    }
    return found
  }

  withoutPointer(label: string): SlideError {
    const reason = `ends with the file (${this.source.size} bytes), which lacks the pointer to the next directory`
    return new SlideError('truncated', label, reason)
  }

  #beyondEnd(offset: number, label: string): SlideError {
    const reason = `lies at ${offset} and goes beyond the end of the file (${this.source.size} bytes)`
    return new SlideError('truncated', label, reason)
  }

  async #bytes(offset: number, length: number, label: string, signal: AbortSignal | undefined) {
    const { size } = this.source
    if (offset + length > size) throw this.#beyondEnd(offset, label)
    return this.readAhead.read(offset, length, directoryAhead, signal)
  }

  #number(bytes: Uint8Array, at: number, size: number): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (size === 2) return view.getUint16(at, !this.bigEndian)
    return size === 4 ? view.getUint32(at, !this.bigEndian) : Number(view.getBigUint64(at, !this.bigEndian))
  }
}
