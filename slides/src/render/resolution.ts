import { crc32 } from 'node:zlib'
import { webpSize } from '../codecs/webp.ts'
import type { EncodedImage } from './encode-image.ts'

/** µm to a pixel. */
export interface PixelSize {
  readonly x: number
  readonly y: number
}

/** Writes the size of a pixel into an encoded image: pHYs in PNG, JFIF and Exif in JPEG, Exif in WebP. */
export function withResolution(image: EncodedImage, size: PixelSize): EncodedImage {
  const { mime, bytes } = image
  if (mime === 'image/png') return { mime, bytes: pngWithResolution(bytes, size) }
  if (mime === 'image/jpeg') return { mime, bytes: jpegWithResolution(bytes, size) }
  return { mime, bytes: webpWithResolution(bytes, size) }
}

const concatenate = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))
const textAt = (bytes: Uint8Array, at: number, length = 4) =>
  String.fromCharCode(...bytes.subarray(at, at + length))
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function pngWithResolution(png: Uint8Array, { x, y }: PixelSize): Uint8Array {
  const perMetre = [1e6 / x, 1e6 / y].map(Math.round)
  if (perMetre.some((value) => value < 1 || value > 2 ** 31 - 1)) return png
  const chunk = new Uint8Array(21)
  const view = viewOf(chunk)
  view.setUint32(0, 9)
  chunk.set(Buffer.from('pHYs'), 4)
  view.setUint32(8, perMetre[0] ?? 0)
  view.setUint32(12, perMetre[1] ?? 0)
  chunk[16] = 1
  view.setUint32(17, crc32(chunk.subarray(4, 17)))

  const headerEnd = 8 + 25
  const parts = [png.subarray(0, headerEnd), chunk]
  for (let at = headerEnd; at + 12 <= png.length; ) {
    const end = at + 12 + viewOf(png).getUint32(at)
    if (textAt(png, at + 4) !== 'pHYs') parts.push(png.subarray(at, end))
    at = end
  }
  return concatenate(...parts)
}

function jpegWithResolution(jpeg: Uint8Array, size: PixelSize): Uint8Array {
  const [x = 0, y = 0] = [1e4 / size.x, 1e4 / size.y].map(Math.round)
  const hasRoom = x >= 1 && x <= 65535 && y >= 1 && y <= 65535
  const [unit, across, down] = hasRoom ? [2, x, y] : [0, 1, 1]
  const jfif = Buffer.from('JFIF\0\x01\x01\0\0\0\0\0\0\0', 'latin1')
  jfif.writeUInt8(unit, 7)
  jfif.writeUInt16BE(across, 8)
  jfif.writeUInt16BE(down, 10)
  const hasJfif = viewOf(jpeg).getUint16(2) === 0xffe0 && textAt(jpeg, 6) === 'JFIF'
  const rest = jpeg.subarray(hasJfif ? 4 + viewOf(jpeg).getUint16(4) : 2)
  const exif = concatenate(Buffer.from('Exif\0\0'), exifOf(size))
  return concatenate(jpeg.subarray(0, 2), jpegSegment(0xffe0, jfif), jpegSegment(0xffe1, exif), rest)
}

function jpegSegment(marker: number, content: Uint8Array): Uint8Array {
  const segment = new Uint8Array(4 + content.length)
  viewOf(segment).setUint16(0, marker)
  viewOf(segment).setUint16(2, 2 + content.length)
  segment.set(content, 4)
  return segment
}

const exifFlag = 0x08
const alphaFlag = 0x10

function webpWithResolution(webp: Uint8Array, size: PixelSize): Uint8Array {
  const { width, height, alpha } = webpSize(webp)
  const chunks = webp.subarray(12)
  const kind = textAt(chunks, 0)
  // Files with more than the picture begin with a chunk that says what else there is.
  const extended = new Uint8Array(18)
  if (kind === 'VP8X') extended.set(chunks.subarray(0, 18))
  else {
    extended.set(Buffer.from('VP8X'))
    viewOf(extended).setUint32(4, 10, true)
    if (alpha) extended[8] = alphaFlag
    for (let byte = 0; byte < 3; byte++) {
      extended[12 + byte] = (width - 1) >> (8 * byte)
      extended[15 + byte] = (height - 1) >> (8 * byte)
    }
  }
  extended[8] = (extended[8] ?? 0) | exifFlag
  const exif = exifOf(size)
  const exifChunk = new Uint8Array(8 + exif.length + (exif.length % 2))
  exifChunk.set(Buffer.from('EXIF'))
  viewOf(exifChunk).setUint32(4, exif.length, true)
  exifChunk.set(exif, 8)
  const rest = kind === 'VP8X' ? chunks.subarray(18) : chunks
  const result = concatenate(webp.subarray(0, 12), extended, rest, exifChunk)
  viewOf(result).setUint32(4, result.length - 8, true)
  return result
}

/** A TIFF directory with the resolution in pixels to a centimetre. */
function exifOf({ x, y }: PixelSize): Uint8Array {
  const [short, rational, centimetre] = [3, 5, 3]
  const valuesAt = 8 + 2 + 3 * 12 + 4
  const bytes = new Uint8Array(valuesAt + 16)
  const view = viewOf(bytes)
  view.setUint32(0, 0x49492a00)
  view.setUint32(4, 8, true)
  view.setUint16(8, 3, true)
  const entries = [
    [282, rational, valuesAt],
    [283, rational, valuesAt + 8],
    [296, short, centimetre],
  ] as const
  entries.forEach(([tag, type, value], index) => {
    const at = 10 + index * 12
    view.setUint16(at, tag, true)
    view.setUint16(at + 2, type, true)
    view.setUint32(at + 4, 1, true)
    view.setUint32(at + 8, value, true)
  })
  ;[x, y].forEach((size, index) => {
    const scale = Math.floor(Math.min(0xffffffff / 1e4, 0xffffffff / size))
    view.setUint32(valuesAt + index * 8, Math.max(1, 1e4 * scale), true)
    view.setUint32(valuesAt + index * 8 + 4, Math.max(1, Math.round(size * scale)), true)
  })
  return bytes
}
