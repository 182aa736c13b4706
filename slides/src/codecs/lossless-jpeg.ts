import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { checkSize, cutToHeight, type DecodedImage, type ExpectedImage } from './codec.ts'
import { headerSegments, type JpegSize } from './jpeg-stream.ts'

/**
 * Samples of lossless JPEG (SOF3) as they are, of 2 to 16 bits. Some cameras store a row of single samples as half as
 * many pixels of two, which is the same: only the samples of a row have to be as many as expected.
 */
export function decodeLosslessJpeg(
  bytes: Uint8Array,
  frame: JpegSize,
  expected: ExpectedImage,
): DecodedImage {
  const { width, height, components, precision } = frame
  const sameRow = width * components === expected.width * expected.samples
  const held = { width, height, samples: components }
  checkSize('JPEG', sameRow ? { ...held, width: expected.width, samples: expected.samples } : held, expected)
  if (precision < 2 || precision > 16) throw malformed(`has samples of ${precision} bits`)
  const bytesPerSample = precision > 8 ? 2 : 1
  if (width * height * components * bytesPerSample > limits.blockBytes) {
    throw new SlideError('too_large', 'JPEG', `holds ${width} × ${height} × ${components} samples`)
  }
  const scan = readScan(bytes, frame)
  const length = width * height * components
  const data = precision > 8 ? new Uint16Array(length) : new Uint8Array(length)
  decodeScan(scan, frame, data)
  const image = { width: expected.width, height, samples: expected.samples, data }
  return cutToHeight(image, expected.height)
}

const malformed = (reason: string) => new SlideError('malformed', 'JPEG', reason)
const unsupported = (reason: string) => new SlideError('unsupported', 'JPEG', reason)

interface Scan {
  /** The code of the next 16 bits, for each component: its length in the upper byte, the bits of its difference. */
  readonly codes: readonly Uint16Array[]
  readonly predictor: number
  /** Lowest bits that were left out. */
  readonly pointTransform: number
  /** Pixels between restarts, 0 where there are none. */
  readonly restart: number
  /** The coded bits without markers, and where each part between restarts ends. */
  readonly bits: Uint8Array
  readonly ends: readonly number[]
}

function readScan(bytes: Uint8Array, { width, components, scanStart }: JpegSize): Scan {
  const tables: (Uint16Array | undefined)[] = []
  let restart = 0
  let header: Uint8Array | undefined
  for (const { marker, content, end } of headerSegments(bytes)) {
    const part = bytes.subarray(content, end)
    if (marker === 0xc3) checkSampling(part)
    else if (marker === 0xc5 || marker === 0xc7 || (marker > 0xc8 && marker <= 0xcf && marker !== 0xcc)) {
      throw unsupported('is lossless and hierarchical or arithmetically coded, which is not read')
    } else if (marker === 0xc4) readTables(part, tables)
    else if (marker === 0xdd) restart = ((part[0] ?? 0) << 8) | (part[1] ?? 0)
    else if (marker === 0xda) header = part
  }
  if (!header || header[0] !== components || header.length < 4 + 2 * components) {
    throw unsupported('is lossless with components in several scans, which is not read')
  }
  const codes: Uint16Array[] = []
  for (let component = 0; component < components; component++) {
    const table = tables[(header[2 + 2 * component] as number) >> 4]
    if (!table) throw malformed('refers to a Huffman table that it lacks')
    codes.push(table)
  }
  const [predictor = 0, , low = 0] = header.subarray(1 + 2 * components)
  if (predictor < 1 || predictor > 7) throw malformed(`has the predictor ${predictor}; only 1 to 7 exist`)
  if (restart % width !== 0) throw unsupported('is lossless and restarts within a row, which is not read')
  return { codes, predictor, pointTransform: low & 15, restart, ...withoutMarkers(bytes, scanStart) }
}

function checkSampling(frame: Uint8Array): void {
  for (let at = 7; at < 6 + 3 * (frame[5] ?? 0); at += 3) {
    if (frame[at] !== 0x11) throw unsupported('is lossless with subsampled components, which is not read')
  }
}

/** Codes of a Huffman table are numbered in order, those of one length one after the other. */
function readTables(part: Uint8Array, tables: (Uint16Array | undefined)[]): void {
  for (let at = 0; at + 17 <= part.length; ) {
    const counts = part.subarray(at + 1, at + 17)
    const table = new Uint16Array(1 << 16)
    let next = 0
    let value = at + 17
    for (const [index, count] of counts.entries()) {
      const step = 1 << (15 - index)
      for (let i = 0; i < count; i++, next += step, value++) {
        const difference = part[value]
        if (difference === undefined || next + step > table.length)
          throw malformed('has a damaged Huffman table')
        if (difference <= 16) table.fill(((index + 1) << 8) | difference, next, next + step)
      }
    }
    // Those of class 1 belong to other kinds of JPEG.
    if ((part[at] as number) < 4) tables[part[at] as number] = table
    at = value
  }
}

/** Takes the zeros after 0xFF out, and the restart markers. */
function withoutMarkers(bytes: Uint8Array, start: number): { bits: Uint8Array; ends: number[] } {
  // Zeros follow, so that the next bits can be looked at without a question.
  const bits = new Uint8Array(bytes.length - start + 4)
  const ends: number[] = []
  let length = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte !== 0xff) {
      bits[length++] = byte
      continue
    }
    while (bytes[at + 1] === 0xff) at++
    const marker = bytes[++at]
    if (marker === 0) bits[length++] = 0xff
    else if (marker !== undefined && marker >= 0xd0 && marker <= 0xd7) ends.push(length)
    else break
  }
  ends.push(length)
  return { bits, ends }
}

function decodeScan(
  scan: Scan,
  { width, height, components, precision }: JpegSize,
  data: Uint8Array | Uint16Array,
): void {
  const { codes, predictor, pointTransform, restart, bits, ends } = scan
  const rowSamples = width * components
  const restartRows = restart === 0 ? height : restart / width
  const firstValue = 1 << Math.max(0, precision - pointTransform - 1)
  let above = new Uint16Array(rowSamples)
  let row = new Uint16Array(rowSamples)
  let position = 0
  for (let y = 0; y < height; y++) {
    const part = Math.floor(y / restartRows)
    const isFirst = y % restartRows === 0
    const end = (ends[part] ?? 0) * 8
    if (isFirst && part > 0) position = (ends[part - 1] ?? 0) * 8
    for (let i = 0; i < rowSamples; i++) {
      const code = (codes[i % components] as Uint16Array)[bitsAt(bits, position, 16)] as number
      if (code === 0) throw malformed(`is damaged: row ${y} has a code that does not exist`)
      position += code >> 8
      const length = code & 0xff
      let difference = 0
      if (length === 16) difference = 32768
      else if (length > 0) {
        difference = bitsAt(bits, position, length)
        position += length
        if (difference < 1 << (length - 1)) difference -= (1 << length) - 1
      }
      let predicted: number
      if (i < components) predicted = isFirst ? firstValue : (above[i] as number)
      else if (isFirst) predicted = row[i - components] as number
      else {
        const left = row[i - components] as number
        predicted = predict(predictor, left, above[i] as number, above[i - components] as number)
      }
      row[i] = predicted + difference
      // What lies behind the end is zeros or what belongs to the next part.
      if (position > end) throw malformed(`ends in row ${y} of ${height}`)
    }
    const start = y * rowSamples
    for (let i = 0; i < rowSamples; i++) data[start + i] = (row[i] as number) << pointTransform
    const last = above
    above = row
    row = last
  }
}

/** The next bits, at most 16. */
function bitsAt(bits: Uint8Array, position: number, count: number): number {
  const at = position >> 3
  const three = ((bits[at] as number) << 16) | ((bits[at + 1] as number) << 8) | (bits[at + 2] as number)
  return (three >> (24 - count - (position & 7))) & ((1 << count) - 1)
}

function predict(predictor: number, left: number, above: number, corner: number): number {
  switch (predictor) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return corner
    case 4:
      return left + above - corner
    case 5:
      return left + ((above - corner) >> 1)
    case 6:
      return above + ((left - corner) >> 1)
    default:
      return (left + above) >> 1
  }
}
