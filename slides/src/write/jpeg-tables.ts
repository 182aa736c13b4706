import { jpegSize } from '../codecs/jpeg-stream.ts'
import { SlideError } from '../errors.ts'

const quantisation = 0xdb
const huffman = 0xc4
const startOfScan = 0xda
const jfif = 0xe0
const app14 = 0xee
const endOfImage = 0xd9

const tableNames = [
  [quantisation, 'quantisation'],
  [huffman, 'Huffman'],
] as const

/** Its quantisation and Huffman tables as an abbreviated stream of their own (JPEGTables of TIFF). */
export function tablesOf(bytes: Uint8Array): Uint8Array {
  const tables = [...segmentsOf(bytes)].filter(isTable)
  return Buffer.concat([Uint8Array.of(0xff, 0xd8), ...tables, Uint8Array.of(0xff, 0xd9)])
}

/**
 * The JPEG without tables that are equal to `tables`, and without its JFIF header, as a TIFF says by itself what the
 * samples are. Works in place. A JPEG with other tables stays as it is: its own win over the shared ones.
 */
export function withoutTables(bytes: Uint8Array, tables: Uint8Array): Uint8Array {
  let start = bytes.length
  let at = 2
  const kept: Uint8Array[] = []
  for (const segment of segmentsOf(bytes)) {
    if (isTable(segment)) {
      if (Buffer.compare(segment, tables.subarray(at, at + segment.length)) !== 0) return bytes
      at += segment.length
    } else if (segment[1] === startOfScan) start = segment.byteOffset - bytes.byteOffset
    else if (segment[1] !== jfif) kept.push(segment)
  }
  if (at !== tables.length - 2) return bytes
  for (const segment of kept.reverse()) {
    start -= segment.length
    bytes.set(segment, start)
  }
  bytes.set([0xff, 0xd8], start - 2)
  return bytes.subarray(start - 2)
}

/**
 * Throws unless it is a whole sequential JPEG of a square tile, with all its tables, whose colour is stored as the file
 * says: programs that read TIFF go by that and not by what the JPEG says of itself.
 */
export function checkJpeg(
  bytes: Uint8Array,
  expected: { readonly side: number; readonly samples: number; readonly subsampling: '4:4:4' | '4:2:0' },
): void {
  const { width, height, components, precision } = jpegSize(bytes)
  const { side, samples, subsampling } = expected
  const wrong = (reason: string) => new SlideError('out_of_range', 'JPEG tile', reason)
  if (width !== side || height !== side || components !== samples || precision !== 8) {
    const found = `${width} × ${height} × ${components} of ${precision} bits`
    throw wrong(`has ${found} where the file has ${side} × ${side} × ${samples} of 8`)
  }
  const segments = [...segmentsOf(bytes)]
  for (const [marker, name] of tableNames) {
    if (!segments.some((segment) => segment[1] === marker)) throw wrong(`has no ${name} tables`)
  }
  if (bytes.at(-2) !== 0xff || bytes.at(-1) !== endOfImage) throw wrong('does not end with an end marker')
  const frame = segments.find((segment) => isFrame(segment[1] as number)) as Uint8Array
  if ((frame[1] as number) > 0xc1) throw wrong('is progressive, lossless or arithmetic, not sequential')
  const factors = [11, 14, 17].slice(0, samples).map((offset) => frame[offset])
  const first = subsampling === '4:2:0' ? 0x22 : 0x11
  if (samples === 3 && (factors[0] !== first || factors[1] !== 0x11 || factors[2] !== 0x11)) {
    throw wrong(`does not store its colour as ${subsampling}, as the file says`)
  }
  const adobe = segments.find((segment) => segment[1] === app14 && segment.length >= 16)
  const identifiers = [10, 13, 16].map((offset) => frame[offset] as number)
  if (samples === 3 && (adobe?.[15] === 0 || String.fromCharCode(...identifiers) === 'RGB')) {
    throw wrong('stores red, green and blue; the file has YCbCr')
  }
}

/** Each segment from its marker on; the last one is the scan with all that follows. */
function* segmentsOf(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 2
  while (start + 4 <= bytes.length) {
    const marker = bytes[start + 1] as number
    if (marker === startOfScan) {
      yield bytes.subarray(start)
      return
    }
    if (marker === 0xff) {
      start++
      continue
    }
    const alone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)
    const length = alone ? 0 : ((bytes[start + 2] as number) << 8) | (bytes[start + 3] as number)
    const end = start + 2 + length
    yield bytes.subarray(start, end)
    start = end
  }
}

const isTable = (segment: Uint8Array): boolean => segment[1] === quantisation || segment[1] === huffman

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== huffman && marker !== 0xc8 && marker !== 0xcc
