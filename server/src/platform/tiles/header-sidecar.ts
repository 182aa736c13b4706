import { createHash } from 'node:crypto'
import { openSlide, readTileIndex, SlideError, type Source } from '@cresyl/slides'

/**
 * What opening a slide reads, kept beside it so that a slide far away is opened by one request:
 *
 *   'CRESYLH1' · bytes of the file (u64) · stretches (u32) · each: offset (u64), length (u32) · their bytes · SHA-256
 *
 * Big endian; stretches ascend and do not overlap; the SHA-256 is of all before it.
 */
const magic = Buffer.from('CRESYLH1')
const fixedBytes = magic.length + 8 + 4
const stretchBytes = 12
const hashBytes = 32

const MB = 1024 * 1024
/** Of what is recorded: the lists of a slide of 200,000 pixels a side fit in. */
const usualMostBytes = 8 * MB
const pageBytes = 4096
/** The readers fetch small values with up to 1.5 kB behind them, depending on what they have fetched before. */
const alsoAfter = 2048
/** What a sidecar may have at most, lists of stretches included. */
export const mostSidecarBytes = usualMostBytes + MB

export interface Recording {
  /** Reads as the one that was given, which it doesn't close. */
  readonly source: Source
  /** All that was read through it so far, in a form for `withSidecar`. */
  sidecar(): Uint8Array
}

/** Remembers what is read, until there are so many bytes of it: what comes later is read but not remembered. */
export function recordReads(source: Source, { maxBytes = usualMostBytes } = {}): Recording {
  const pages = new Map<number, Uint8Array>()
  const { name, size } = source

  const read: Source['read'] = async (offset, length, signal) => {
    const end = Math.min(size, offset + length + alsoAfter)
    const wanted = pageNumbers(offset, end)
    const missing = wanted.filter((page) => !pages.has(page))
    const [first] = missing
    const last = missing.at(-1)
    if (first === undefined || last === undefined) return source.read(offset, length, signal)
    if ((pages.size + missing.length) * pageBytes > maxBytes) return source.read(offset, length, signal)
    const start = Math.min(offset, first * pageBytes)
    const bytes = await source.read(start, Math.min(size, (last + 1) * pageBytes) - start, signal)
    for (const page of missing) {
      const from = page * pageBytes - start
      // A copy: it may be a view of a block that is much longer.
      pages.set(page, bytes.slice(from, from + pageBytes))
    }
    const from = offset - start
    if (from + length <= bytes.byteLength) return bytes.subarray(from, from + length)
    return source.read(offset, length, signal)
  }
  return { source: { name, size, read, close: async () => {} }, sidecar: () => encodeSidecar(size, pages) }
}

const pageNumbers = (offset: number, end: number) => {
  const first = Math.floor(offset / pageBytes)
  return Array.from({ length: Math.max(0, Math.ceil(end / pageBytes) - first) }, (_, index) => first + index)
}

/**
 * The sidecar of a slide: what opening it reads, where its tiles lie, and what they have in common. Rejects with a
 * SlideError where it can't be opened.
 */
export async function makeSidecar(source: Source, signal?: AbortSignal): Promise<Uint8Array> {
  const recording = recordReads(source)
  const slide = await openSlide(recording.source, { signal })
  await slide.close()
  await readTileIndex(recording.source, signal).catch((error) => {
    // Lists that can't be read leave the slide as it is: what is known by now is enough to open it.
    if (!(error instanceof SlideError) || error.code === 'unreadable') throw error
  })
  return recording.sidecar()
}

/** Answers from the sidecar what it has, and the rest from the source; null where it isn't one of this source. */
export function withSidecar(source: Source, sidecar: Uint8Array): Source | null {
  const stretches = decodeSidecar(source.size, sidecar)
  if (!stretches) return null
  return {
    ...source,
    givesAway: false,
    read: async (offset, length, signal) => {
      signal?.throwIfAborted()
      return findBytes(stretches, offset, length) ?? source.read(offset, length, signal)
    },
  }
}

/** Neighbouring pages. */
interface Stretch {
  readonly offset: number
  readonly bytes: Uint8Array
}

function encodeSidecar(size: number, pages: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const sorted = [...pages].sort(([a], [b]) => a - b)
  const stretches: { offset: number; length: number }[] = []
  for (const [page, { byteLength }] of sorted) {
    const before = stretches.at(-1)
    if (before && before.offset + before.length === page * pageBytes) before.length += byteLength
    else stretches.push({ offset: page * pageBytes, length: byteLength })
  }
  const head = Buffer.alloc(fixedBytes + stretches.length * stretchBytes)
  magic.copy(head)
  head.writeBigUInt64BE(BigInt(size), 8)
  head.writeUInt32BE(stretches.length, 16)
  for (const [index, { offset, length }] of stretches.entries()) {
    head.writeBigUInt64BE(BigInt(offset), fixedBytes + index * stretchBytes)
    head.writeUInt32BE(length, fixedBytes + index * stretchBytes + 8)
  }
  const body = Buffer.concat([head, ...sorted.map(([, bytes]) => bytes)])
  return Buffer.concat([body, createHash('sha256').update(body).digest()])
}

/** Null where it is damaged, cut off, or of a file of another size. */
function decodeSidecar(size: number, sidecar: Uint8Array): Stretch[] | null {
  const all = Buffer.from(sidecar.buffer, sidecar.byteOffset, sidecar.byteLength)
  const body = all.subarray(0, Math.max(0, all.length - hashBytes))
  if (body.length < fixedBytes || !body.subarray(0, magic.length).equals(magic)) return null
  if (!createHash('sha256').update(body).digest().equals(all.subarray(body.length))) return null
  if (body.readBigUInt64BE(8) !== BigInt(size)) return null
  const stretches: Stretch[] = []
  let place = fixedBytes + body.readUInt32BE(16) * stretchBytes
  for (
    let entry = fixedBytes;
    entry < fixedBytes + body.readUInt32BE(16) * stretchBytes;
    entry += stretchBytes
  ) {
    const length = body.readUInt32BE(entry + 8)
    stretches.push({
      offset: Number(body.readBigUInt64BE(entry)),
      bytes: body.subarray(place, place + length),
    })
    place += length
  }
  return stretches
}

/** They ascend: the last that begins at or before the offset has it, or none. */
function findBytes(stretches: readonly Stretch[], offset: number, length: number): Uint8Array | undefined {
  let [low, high] = [0, stretches.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stretches[middle]?.offset ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const found = stretches[low - 1]
  if (!found || offset + length > found.offset + found.bytes.byteLength) return
  return found.bytes.subarray(offset - found.offset, offset - found.offset + length)
}
