export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface PictureFormat {
  mediaType: PictureType
  width: number
  height: number
}

/** What the bytes are, by their content alone: what a file is called or said to be is not believed. */
export function readPictureFormat(bytes: Buffer): PictureFormat | undefined {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex')

// Each format must also end where its file ends: what hangs behind a picture is another kind of file.
function readPng(bytes: Buffer): PictureFormat | undefined {
  if (bytes.length < 45 || !startsWith(bytes, pngStart)) return undefined
  if (!bytes.subarray(-pngEnd.length).equals(pngEnd)) return undefined
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const jpegStart = Buffer.from('ffd8ff', 'hex')
const jpegEnd = Buffer.from('ffd9', 'hex')

function readJpeg(bytes: Buffer): PictureFormat | undefined {
  if (!startsWith(bytes, jpegStart) || !bytes.subarray(-2).equals(jpegEnd)) return undefined
  let at = 2
  while (at + 9 < bytes.length && bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (isFrameHeader(marker)) {
      return {
        mediaType: 'image/jpeg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15, without the three markers in between that mean something else (DHT, JPG, DAC). */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function readWebp(bytes: Buffer): PictureFormat | undefined {
  if (bytes.length < 30 || text(bytes, 0) !== 'RIFF' || text(bytes, 8) !== 'WEBP') return undefined
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined
  const size = webpSize(bytes)
  return size && { mediaType: 'image/webp', ...size }
}

function webpSize(bytes: Buffer): { width: number; height: number } | undefined {
  switch (text(bytes, 12)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start)
}

function text(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4)
}
