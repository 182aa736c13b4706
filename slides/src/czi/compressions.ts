import { decodeBytes } from '../codecs/bytes.ts'
import { decodeJpeg } from '../codecs/jpeg.ts'
import { decodeJpegXr, looksLikeJpegXr } from '../codecs/jpeg-xr.ts'
import { SlideError } from '../errors.ts'
import { bytesPerSample, type PixelData } from '../pixels.ts'
import { bytesPerPixel, type PixelFormat, takePixels } from './pixel-formats.ts'

export const compressions = { none: 0, jpeg: 1, lzw: 2, jpegXr: 4, zstd: 5, zstdWithHeader: 6 } as const

const names: Readonly<Record<number, string>> = {
  0: 'none',
  1: 'JPEG',
  2: 'LZW',
  4: 'JPEG XR',
  5: 'Zstd',
  6: 'Zstd',
}

/** As `Level.compression` has it; several where a level is stored in several. */
export const compressionNames = (all: Iterable<number>): string =>
  [...new Set([...all].map((compression) => names[compression] ?? `method ${compression}`))].join(', ')

/** Says when a file is opened what of it could not be decoded. */
export function checkCompression(compression: number, format: PixelFormat, structure: string): void {
  const name = names[compression]
  if (name === undefined) {
    const whose =
      compression >= 1000 ? 'the microscope’s own ' : compression >= 100 ? 'the camera’s own ' : ''
    const reason = `is compressed with ${whose}method ${compression}, which is not read; save it again uncompressed, with Zstd or with JPEG XR`
    throw new SlideError('unsupported', structure, reason)
  }
  if (isReadAs(compression, format)) return
  const reason = `has pixels of the type ${format.name} compressed with ${name}, which are not read; save it again uncompressed or with Zstd`
  throw new SlideError('unsupported', structure, reason)
}

function isReadAs(compression: number, { pixelType, samples }: PixelFormat): boolean {
  if (compression === compressions.jpeg) return pixelType === 'u8' && samples !== 4
  if (compression !== compressions.jpegXr) return true
  if (pixelType === 'f32') return samples === 1
  return pixelType !== 'u32' && samples !== 4
}

export interface EncodedBlock {
  readonly compression: number
  readonly width: number
  readonly height: number
  readonly format: PixelFormat
}

/** The pixels of a block, red first. */
export async function decodeSubblock(
  { compression, width, height, format }: EncodedBlock,
  encoded: Uint8Array,
  signal?: AbortSignal,
): Promise<PixelData> {
  const { pixelType, samples } = format
  const expected = width * height * bytesPerPixel(format)
  if (compression === compressions.jpeg && samples !== 4) {
    const { data } = await decodeJpeg(encoded, { width, height, samples }, signal)
    return data
  }
  if (compression === compressions.jpegXr) {
    // Some writers leave blocks uncompressed that would not get smaller, and still call them JPEG XR.
    if (encoded.length === expected && !looksLikeJpegXr(encoded))
      return takePixels(format, new Uint8Array(encoded))
    if (samples !== 4 && pixelType !== 'u32') {
      return decodeJpegXr(encoded, { width, height, samples, pixelType }, signal)
    }
  }
  if (compression === compressions.lzw) {
    return takePixels(format, await decodeBytes('lzw', encoded, expected, signal))
  }
  if (compression === compressions.zstd) {
    return takePixels(format, await decodeBytes('zstd', encoded, expected, signal))
  }
  return takePixels(format, await decodeWithHeader(encoded, expected, bytesPerSample(pixelType), signal))
}

/** A header of one or three bytes, the latter saying whether low and high bytes of 16-bit samples are stored apart. */
async function decodeWithHeader(
  encoded: Uint8Array,
  expected: number,
  sampleBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const [headerBytes = 0, chunk = 0, flags = 0] = encoded
  const known = headerBytes === 1 || (headerBytes === 3 && chunk === 1)
  if (!known) {
    const reason = `begins with the bytes ${[...encoded.subarray(0, 3)].join(' ')}, which is no known header`
    throw new SlideError('malformed', 'Zstd', reason)
  }
  const bytes = await decodeBytes('zstd', encoded.subarray(headerBytes), expected, signal)
  return headerBytes === 3 && (flags & 1) === 1 && sampleBytes === 2 ? joinLowAndHigh(bytes) : bytes
}

/** All low bytes come first, then all high ones. */
function joinLowAndHigh(bytes: Uint8Array): Uint8Array {
  const half = bytes.length >> 1
  const joined = new Uint8Array(bytes.length)
  for (let index = 0; index < half; index += 1) {
    joined[2 * index] = bytes[index] as number
    joined[2 * index + 1] = bytes[half + index] as number
  }
  return joined
}
