import { jpegSize } from '../codecs/jpeg-stream.ts'
import { SlideError } from '../errors.ts'
import type { PixelFormat } from './pixel-format.ts'
import { tagName, tags } from './tags.ts'
import type { TiffDirectory, TiffFile } from './tiff.ts'

/**
 * How old-style JPEG (compression 6) is stored: as one JPEG for the whole image, as a JPEG's header and its scan in the
 * only strip, as tables of the directory and a scan in each block, or as a JPEG in each block.
 */
export type OldJpegKind = 'one-jpeg' | 'header' | 'tables' | 'jpegs'

/** Headers and tables are a few hundred bytes; some writers add a thumbnail. */
const longestHeader = 128 * 1024
const mostTables = 4

const baseline = 1

/** What is needed of a page's layout. */
interface OldJpegPage {
  readonly directory: TiffDirectory
  readonly width: number
  readonly offsetsTag: number
  readonly oldJpeg?: OldJpegKind | undefined
  readonly format: PixelFormat
}

const refused = (directory: TiffDirectory, reason: string) =>
  new SlideError(
    'unsupported',
    directory.label,
    `uses old-style JPEG (compression 6) that ${reason}, which is not read; convert it with "tiff2rgba -c zip IN OUT"`,
  )

/** By the tags alone. */
export async function readOldJpegKind(
  directory: TiffDirectory,
  tiled: boolean,
  signal: AbortSignal | undefined,
): Promise<OldJpegKind> {
  const proc = (await directory.number(tags.jpegProc, signal)) ?? baseline
  if (proc !== baseline) throw refused(directory, `is not of the baseline kind (JPEGProc ${proc})`)
  const start = (await directory.number(tags.jpegInterchangeFormat, signal)) ?? 0
  if (start === 0) return directory.has(tags.jpegQTables) ? 'tables' : 'jpegs'
  const length = (await directory.number(tags.jpegInterchangeFormatLength, signal)) ?? 0
  const first = (await directory.number(tags.stripOffsets, signal)) ?? start
  if (tiled) throw refused(directory, 'has one JPEG for several tiles')
  if (length === 0 || (first >= start && first < start + length)) return 'one-jpeg'
  if (directory.count(tags.stripOffsets) === 1) return 'header'
  throw refused(directory, 'has its JPEG in several parts')
}

/** Where the only block lies that is a JPEG of the whole image. Some files say nothing of its length, or nonsense. */
export async function oldJpegExtent(
  { source }: TiffFile,
  directory: TiffDirectory,
  signal: AbortSignal | undefined,
): Promise<{ offset: number; length: number }> {
  const offset = (await directory.number(tags.jpegInterchangeFormat, signal)) ?? 0
  const length = (await directory.number(tags.jpegInterchangeFormatLength, signal)) ?? 0
  const rest = Math.max(0, source.size - offset)
  return { offset, length: length > 0 && length <= rest ? length : rest }
}

/** What the blocks lack to be JPEGs, read and checked when the page is opened. */
export async function readOldJpegTables(
  file: TiffFile,
  layout: OldJpegPage,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { directory, oldJpeg, offsetsTag } = layout
  switch (oldJpeg) {
    case 'tables':
      return tablesOf(file, layout, signal)
    case 'jpegs': {
      const offset = await directory.numberAt(offsetsTag, 0, signal)
      if (offset > 0) await readHeader(file, layout, offset, signal)
      return new Uint8Array(0)
    }
    default: {
      const { offset } = await oldJpegExtent(file, directory, signal)
      const header = await readHeader(file, layout, offset, signal)
      return oldJpeg === 'header' ? header : new Uint8Array(0)
    }
  }
}

/** A JPEG up to its first scan, whose frame is checked. */
async function readHeader(
  { source }: TiffFile,
  { directory, width, format }: OldJpegPage,
  offset: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  if (offset >= source.size) throw refused(directory, `should lie at ${offset}, beyond the end of the file`)
  const bytes = await source.read(offset, Math.min(longestHeader, source.size - offset), signal)
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw refused(directory, 'has neither tables nor a header')
  const frame = frameOf(bytes, directory)
  if (frame.width !== width || frame.components !== format.storedSamples) {
    throw refused(directory, `has a frame of ${frame.width} pixels and ${frame.components} samples a row`)
  }
  if (frame.precision !== 8 || frame.lossless) throw refused(directory, 'is not of the baseline kind')
  return bytes.subarray(0, frame.scanStart)
}

function frameOf(bytes: Uint8Array, directory: TiffDirectory) {
  try {
    return jpegSize(bytes)
  } catch (error) {
    if (error instanceof SlideError) throw refused(directory, error.reason)
    throw error
  }
}

/** DQT, DHT and DRI of what the directory points to. */
async function tablesOf(
  file: TiffFile,
  { directory }: OldJpegPage,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (const [tag, marker, kind] of [
    [tags.jpegQTables, 0xdb, 0],
    [tags.jpegDcTables, 0xc4, 0x00],
    [tags.jpegAcTables, 0xc4, 0x10],
  ] as const) {
    const offsets = await tableOffsets(directory, tag, signal)
    for (const [index, offset] of offsets.entries()) {
      const read = (length: number) => readTable(file, directory, tag, offset, length, signal)
      let length = 64
      if (marker === 0xc4) length = 16 + (await read(16)).reduce((sum, count) => sum + count, 0)
      if (length > 16 + 256) throw refused(directory, `has a table of ${length - 16} codes`)
      const table = await read(length)
      const size = table.length + 3
      parts.push(Uint8Array.of(0xff, marker, size >> 8, size & 255, kind | index), table)
    }
  }
  const restart = (await directory.number(tags.jpegRestartInterval, signal)) ?? 0
  if (restart > 0 && restart <= 0xffff)
    parts.push(Uint8Array.of(0xff, 0xdd, 0, 4, restart >> 8, restart & 255))
  return concatenate(parts)
}

async function tableOffsets(directory: TiffDirectory, tag: number, signal: AbortSignal | undefined) {
  const count = directory.count(tag)
  if (count >= 1 && count <= mostTables) return (await directory.numbers(tag, signal)) ?? []
  throw refused(directory, count === 0 ? `lacks ${tagName(tag)}` : `has ${count} ${tagName(tag)}`)
}

function readTable(
  { source }: TiffFile,
  directory: TiffDirectory,
  tag: number,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  if (offset + length <= source.size) return source.read(offset, length, signal)
  const reason = `${tagName(tag)} has ${length} bytes at ${offset}, which go beyond the end of the file (${source.size} bytes)`
  throw new SlideError('truncated', directory.label, reason)
}

/** The whole JPEG of a block. */
export function wholeOldJpeg(
  { oldJpeg, directory, format }: OldJpegPage,
  { bytes, tables, width, height }: OldJpegBlock,
): Uint8Array {
  const isWhole = bytes[0] === 0xff && bytes[1] === 0xd8
  if (isWhole || oldJpeg === 'one-jpeg' || oldJpeg === 'jpegs' || !tables) return bytes
  const end = Uint8Array.of(0xff, 0xd9)
  if (oldJpeg === 'header') return concatenate([tables, bytes, end])
  const samples = format.storedSamples
  const { horizontal, vertical } = format.ycbcr ?? { horizontal: 1, vertical: 1 }
  const sampling = (horizontal << 4) | vertical
  const frame = [8, height >> 8, height & 255, width >> 8, width & 255, samples]
  const scan = [samples]
  for (let sample = 0; sample < samples; sample++) {
    const tableOf = (tag: number) => Math.min(sample, directory.count(tag) - 1)
    frame.push(sample + 1, sample === 0 ? sampling : 0x11, tableOf(tags.jpegQTables))
    scan.push(sample + 1, (tableOf(tags.jpegDcTables) << 4) | tableOf(tags.jpegAcTables))
  }
  scan.push(0, 63, 0)
  // SOF1: SOF0 may have two Huffman tables of each kind only.
  const head = [0xff, 0xc1, 0, frame.length + 2, ...frame, 0xff, 0xda, 0, scan.length + 2, ...scan]
  return concatenate([Uint8Array.of(0xff, 0xd8), tables, Uint8Array.from(head), bytes, end])
}

export interface OldJpegBlock {
  readonly bytes: Uint8Array
  /** What `readOldJpegTables` gave. */
  readonly tables?: Uint8Array | undefined
  readonly width: number
  readonly height: number
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  return result
}
