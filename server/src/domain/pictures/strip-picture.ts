import type { PictureType } from './picture-format.ts'

/**
 * The same picture without what isn't seen: texts, colour profiles, where and with what it was taken. Nothing is
 * decoded, so that no picture takes more than its bytes. Undefined where it is damaged.
 */
export function stripPicture(mediaType: PictureType, bytes: Buffer): Buffer | undefined {
  const kept = strippers[mediaType](bytes)
  return kept && Buffer.concat(kept)
}

const strippers: Record<PictureType, (bytes: Buffer) => Buffer[] | undefined> = {
  'image/png': stripPng,
  'image/jpeg': stripJpeg,
  'image/webp': stripWebp,
}

const pngStartLength = 8
const pngFrame = 12
/** What pixels are made of, and nothing that has room for words. */
const pngChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

function stripPng(bytes: Buffer): Buffer[] | undefined {
  const kept = [bytes.subarray(0, pngStartLength)]
  for (let at = pngStartLength; at < bytes.length; ) {
    if (at + pngFrame > bytes.length) return undefined
    const end = at + pngFrame + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (pngChunks.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') return end === bytes.length ? kept : undefined
    at = end
  }
  return undefined
}

const jpegMarkers = { comment: 0xfe, firstApp: 0xe0, lastApp: 0xef, scan: 0xda, end: 0xd9 }
/** Those of JFIF and Adobe tell in which colours the picture is. They are so long where they say nothing else. */
const appLengths = new Map([
  [0xe0, 16],
  [0xee, 14],
])

function stripJpeg(bytes: Buffer): Buffer[] | undefined {
  const kept = [bytes.subarray(0, 2)]
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === jpegMarkers.end) {
      kept.push(bytes.subarray(at, at + 2))
      return at + 2 === bytes.length ? kept : undefined
    }
    if (at + 4 > bytes.length) return undefined
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) return undefined
    const next = marker === jpegMarkers.scan ? endOfScan(bytes, end) : end
    if (isSeen(marker, end - at - 2)) kept.push(bytes.subarray(at, next))
    at = next
  }
  return undefined
}

function isSeen(marker: number, length: number): boolean {
  const isApp = marker >= jpegMarkers.firstApp && marker <= jpegMarkers.lastApp
  return isApp ? appLengths.get(marker) === length : marker !== jpegMarkers.comment
}

/** Where the next marker is that isn't part of the pixels. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    const isOfPixels = next === 0 || next === 0xff || (next !== undefined && next >= 0xd0 && next <= 0xd7)
    if (!isOfPixels) return at
  }
  return bytes.length
}

const webpStartLength = 12
const webpChunks: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
/** Of the flags of VP8X, the one that says that there is transparency. */
const webpAlpha = 0x10

function stripWebp(bytes: Buffer): Buffer[] | undefined {
  const start = Buffer.from(bytes.subarray(0, webpStartLength))
  const kept = [start]
  for (let at = webpStartLength; at < bytes.length; ) {
    if (at + 8 > bytes.length) return undefined
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at, at + 4)
    const chunk = Buffer.from(bytes.subarray(at, end))
    if (type === 'VP8X' && size > 0) chunk.writeUInt8(chunk.readUInt8(8) & webpAlpha, 8)
    if (webpChunks.has(type)) kept.push(chunk)
    at = end
  }
  start.writeUInt32LE(kept.reduce((sum, { length }) => sum + length, 0) - 8, 4)
  return kept.some((chunk) => /^VP8[ L]$/.test(chunk.toString('latin1', 0, 4))) ? kept : undefined
}
