import { SlideError } from '../errors.ts'

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
const app0 = 0xe0
const app14 = 0xee

/** A marker and what belongs to it: from its 0xFF up to the next marker. */
interface Segment {
  readonly marker: number
  readonly start: number
  /** Where its content begins, after the marker and the length. */
  readonly content: number
  readonly end: number
}

const malformed = (reason: string) => new SlideError('malformed', 'JPEG', reason)

/**
 * The next segment from `offset` on. Like libjpeg it passes over stray bytes before the marker. Each segment ends
 * after `offset`, so that walking them always ends.
 */
function segmentAt(bytes: Uint8Array, offset: number): Segment {
  let start = offset
  while (start < bytes.length && !(bytes[start] === 0xff && bytes[start + 1] !== 0)) start++
  let at = start + 1
  // Any number of 0xFF may stand before a marker.
  while (bytes[at] === 0xff) at++
  const marker = bytes[at]
  if (marker === undefined) throw malformed(`ends at byte ${bytes.length} in its header`)
  if (marker === 0x01 || (marker >= 0xd0 && marker <= endOfImage)) {
    return { marker, start, content: at + 1, end: at + 1 }
  }
  const length = ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
  const end = at + 1 + length
  if (length < 2 || end > bytes.length) {
    throw malformed(`has a segment of ${length} bytes at byte ${start} of ${bytes.length}`)
  }
  return { marker, start, content: at + 3, end }
}

/** Everything up to the first scan, which is the last segment here; tables end with the end of the image instead. */
export function headerSegments(bytes: Uint8Array): Segment[] {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) {
    throw malformed(`begins with ${hex(bytes[0])} ${hex(bytes[1])} instead of ff d8`)
  }
  const segments: Segment[] = []
  let offset = 2
  while (offset < bytes.length) {
    const segment = segmentAt(bytes, offset)
    segments.push(segment)
    if (segment.marker === startOfScan || segment.marker === endOfImage) break
    offset = segment.end
  }
  return segments
}

const hex = (byte: number | undefined) =>
  byte === undefined ? '(nothing)' : byte.toString(16).padStart(2, '0')

/** What an APP14 of Adobe says: 0 for samples as they are, 1 for YCbCr; undefined for any other segment. */
const adobeTransform = (bytes: Uint8Array, { marker, content, end }: Segment): number | undefined =>
  marker === app14 && end - content >= 12 && startsWith(bytes, content, 'Adobe')
    ? bytes[content + 11]
    : undefined

const isJfif = (bytes: Uint8Array, { marker, content }: Segment): boolean =>
  marker === app0 && startsWith(bytes, content, 'JFIF')

function startsWith(bytes: Uint8Array, offset: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[offset + i] !== text.charCodeAt(i)) return false
  return true
}

/** APP14 of Adobe: version 100, no flags, then the transform: 0 none, 1 YCbCr. */
const adobe = (transform: 0 | 1) =>
  Uint8Array.of(0xff, app14, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, transform)

/** What the APP14 of each says: that of inks only where they are stored as YCbCr and black. */
const transforms = { rgb: 0, ycbcr: 1, inks: 2, 'rgb and alpha': undefined, grey: undefined } as const

export interface JpegParts {
  /** JPEGTables of TIFF: an abbreviated stream with quantisation and often Huffman tables. */
  readonly tables?: Uint8Array | undefined
  readonly tile: Uint8Array
  /** What the samples are, as the file says outside of the JPEG. */
  readonly photometric: keyof typeof transforms
}

/**
 * One whole JPEG of tables and tile, not decoded, with an APP14 that tells every decoder whether the samples are RGB
 * or YCbCr. The file's word counts, as it does for libtiff and OpenSlide: markers that contradict it go.
 */
export function assembleJpeg({ tables, tile, photometric }: JpegParts): Uint8Array {
  const pieces: Uint8Array[] = []
  const wanted = transforms[photometric]
  let hasAdobe = false
  const add = (bytes: Uint8Array, segments: readonly Segment[], end: number) => {
    let from = 2
    for (const segment of segments) {
      const transform = adobeTransform(bytes, segment)
      const wrong = transform !== undefined && photometric !== 'grey' && transform !== wanted
      if (transform !== undefined && !wrong) hasAdobe = true
      // Decoders take JFIF for YCbCr and then don't look at APP14.
      if (wrong || (photometric === 'rgb' && isJfif(bytes, segment))) {
        pieces.push(bytes.subarray(from, segment.start))
        from = segment.end
      }
    }
    pieces.push(bytes.subarray(from, end))
  }
  if (tables && tables.length > 0) {
    const segments = headerSegments(tables)
    const last = segments.at(-1)
    if (last?.marker === startOfScan) throw malformed('has a scan in its tables')
    add(tables, segments, last?.marker === endOfImage ? last.start : tables.length)
  }
  add(tile, headerSegments(tile), tile.length)
  if (!hasAdobe && (wanted === 0 || wanted === 1)) pieces.unshift(adobe(wanted))
  return join(pieces)
}

/** What comes before a tile without an APP14 or JFIF of its own: the start of the image, APP14 and the tables. */
export function jpegPrefix({ tables, photometric }: Omit<JpegParts, 'tile'>): Uint8Array {
  const empty = Uint8Array.of(0xff, startOfImage)
  return assembleJpeg({ tables, tile: empty, photometric })
}

/**
 * Writes the prefix before a tile that has been read with room in front of it: the same as `assembleJpeg`, without
 * another copy of the tile. Null where the tile's own markers have to be looked into; then nothing is written.
 */
export function prependPrefix(
  roomAndTile: Uint8Array,
  prefix: Uint8Array,
  photometric: JpegParts['photometric'],
): Uint8Array | null {
  // The last two bytes of the prefix take the place of the tile's start.
  const tile = roomAndTile.subarray(prefix.length - 2)
  for (const segment of headerSegments(tile)) {
    if (adobeTransform(tile, segment) !== undefined) return null
    if (photometric === 'rgb' && isJfif(tile, segment)) return null
  }
  roomAndTile.set(prefix)
  return roomAndTile
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  let length = 2
  for (const piece of pieces) length += piece.length
  const result = new Uint8Array(length)
  result[0] = 0xff
  result[1] = startOfImage
  let at = 2
  for (const piece of pieces) {
    result.set(piece, at)
    at += piece.length
  }
  return result
}

export interface JpegSize {
  readonly width: number
  readonly height: number
  readonly components: number
  /** The factors that the first component is sampled with: others mostly have 1. */
  readonly sampling: { readonly across: number; readonly down: number }
  /** Bits of a sample. */
  readonly precision: number
  readonly progressive: boolean
  readonly lossless: boolean
  /** Whether the first scan holds all components, so that in a sequential JPEG it is the only one. */
  readonly oneScan: boolean
  /** Where the first scan's data begin. */
  readonly scanStart: number
}

/** What the frame header says; nothing is decoded. */
export function jpegSize(bytes: Uint8Array): JpegSize {
  const segments = headerSegments(bytes)
  const frame = segments.find(({ marker }) => isFrame(marker))
  const scan = segments.at(-1)
  if (!frame || scan?.marker !== startOfScan) {
    throw malformed(`has no ${frame ? 'scan' : 'frame header'} in its ${bytes.length} bytes`)
  }
  const at = frame.content
  const height = ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
  const width = ((bytes[at + 3] ?? 0) << 8) | (bytes[at + 4] ?? 0)
  const components = bytes[at + 5] ?? 0
  if (frame.end < at + 6 + 3 * components || width === 0 || height === 0 || components === 0) {
    throw malformed(`has a frame of ${width} × ${height} × ${components} in ${frame.end - at} bytes`)
  }
  return {
    width,
    height,
    components,
    sampling: { across: (bytes[at + 7] ?? 0) >> 4, down: (bytes[at + 7] ?? 0) & 15 },
    precision: bytes[at] ?? 0,
    progressive: [0xc2, 0xc6, 0xca, 0xce].includes(frame.marker),
    lossless: losslessFrames.includes(frame.marker),
    oneScan: bytes[scan.content] === components,
    scanStart: scan.end,
  }
}

/** By the frame header at the beginning of a JPEG. */
export function isLosslessJpeg(start: Uint8Array): boolean {
  try {
    return headerSegments(start).some(({ marker }) => losslessFrames.includes(marker))
  } catch {
    return false
  }
}

const losslessFrames: readonly number[] = [0xc3, 0xc7, 0xcb, 0xcf]

/** SOF0–15; C4, C8 and CC are no frames. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
