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

/** What is fetched of each directory: most have 15 to 25 entries and their small values behind them. */
const directoryAhead = 1536

/** Entries of all directories: directories that overlap would take far more memory than the file has bytes. */
const mostEntries = 1_000_000

/** Two of the largest blocks, or hundreds of ordinary ones. */
const decodingBytes = 2 * limits.blockBytes

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
  const seen = new Map<number, string>()
  let offset = header.first
  while (offset !== 0) {
    const label = `IFD ${directories.length}`
    const before = seen.get(offset)
    if (before) throw new SlideError('malformed', label, `is ${before} again: the chain never ends`)
    seen.set(offset, label)
    const { directory, next } = await reader.read(offset, label, [], signal)
    directories.push(directory)
    offset = next
  }
  if (directories.length === 0)
    throw new SlideError('malformed', 'TIFF header', 'names no directory; the file was not finished')
  return {
    source,
    bigEndian: header.bigEndian,
    big: header.big,
    directories,
    decoding: new Turns(decodingBytes),
    decodedBlocks: new SharedCache<string, PixelTile>(decodedBytesKept, ({ data }) => data.byteLength),
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
  ): Promise<{ directory: Directory; next: number }> {
    if (this.#count >= limits.directories) {
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
    if (this.#entries + entries > mostEntries) {
      const reason = `brings the entries of all directories to more than the ${mostEntries} allowed`
      throw new SlideError('too_large', label, reason)
    }
    const tableSize = entries * (this.big ? 20 : 12)
    const bytes = await this.#bytes(offset + counterSize, tableSize + nextSize, label, signal)
    const next = this.#number(bytes, tableSize, nextSize)
    this.#count++
    this.#entries += entries
    return { directory: new Directory(this, label, offset, above, bytes.slice(0, tableSize)), next }
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

  async #bytes(offset: number, length: number, label: string, signal: AbortSignal | undefined) {
    const { size } = this.source
    if (offset + length > size) {
      const reason = `lies at ${offset} and goes beyond the end of the file (${size} bytes)`
      throw new SlideError('truncated', label, reason)
    }
    return this.readAhead.read(offset, length, directoryAhead, signal)
  }

  #number(bytes: Uint8Array, at: number, size: number): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (size === 2) return view.getUint16(at, !this.bigEndian)
    return size === 4 ? view.getUint32(at, !this.bigEndian) : Number(view.getBigUint64(at, !this.bigEndian))
  }
}
