import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PixelTile } from '../pixels.ts'
import { checkSize, cutToHeight, type DecodedImage, type ExpectedImage } from './codec.ts'
import { decodeBySharp, sharpOf } from './sharp.ts'

const malformed = (reason: string) => new SlideError('malformed', 'WebP', reason)

/**
 * RGB, or RGB and alpha, as many samples as expected: like libtiff it leaves alpha out or takes it for opaque, since
 * writers of WebP drop an alpha that is opaque everywhere.
 */
export async function decodeWebp(
  bytes: Uint8Array,
  expected: ExpectedImage,
  signal?: AbortSignal,
): Promise<DecodedImage> {
  signal?.throwIfAborted()
  const { width, height, alpha } = webpSize(bytes)
  if (expected.samples !== 3 && expected.samples !== 4) {
    throw malformed(`holds 3 or 4 samples where ${expected.samples} are expected`)
  }
  checkSize('WebP', { width, height, samples: expected.samples }, expected)
  if (width * height * 4 > limits.blockBytes) {
    throw new SlideError('too_large', 'WebP', `holds ${width} × ${height} pixels`)
  }
  const decoded = await decodeBySharp('WebP', bytes, { width, height, samples: alpha ? 4 : 3 }, 'truncated')
  return cutToHeight(withSamples(decoded, expected.samples), expected.height)
}

/** What the first chunks say; nothing is decoded. */
export function webpSize(bytes: Uint8Array): { width: number; height: number; alpha: boolean } {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (
    view.length < 30 ||
    view.toString('latin1', 0, 4) !== 'RIFF' ||
    view.toString('latin1', 8, 12) !== 'WEBP'
  ) {
    throw malformed(`has no header in its ${view.length} bytes`)
  }
  const kind = view.toString('latin1', 12, 16)
  if (kind === 'VP8 ' && view.readUIntBE(23, 3) === 0x9d012a) {
    return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff, alpha: false }
  }
  if (kind === 'VP8L' && view.readUInt8(20) === 0x2f) {
    const bits = view.readUInt32LE(21)
    return {
      width: (bits & 0x3fff) + 1,
      height: ((bits >>> 14) & 0x3fff) + 1,
      alpha: ((bits >>> 28) & 1) === 1,
    }
  }
  if (kind === 'VP8X') {
    const flags = view.readUInt8(20)
    if (flags & 2) throw new SlideError('unsupported', 'WebP', 'is an animation, which is not read')
    return {
      width: view.readUIntLE(24, 3) + 1,
      height: view.readUIntLE(27, 3) + 1,
      alpha: (flags & 16) !== 0,
    }
  }
  throw malformed(`begins with a chunk ${JSON.stringify(kind)} that holds no image`)
}

function withSamples(image: DecodedImage, samples: number): DecodedImage {
  if (image.samples === samples) return image
  const data = new Uint8Array(image.width * image.height * samples).fill(255)
  const copied = Math.min(image.samples, samples)
  for (let from = 0, to = 0; to < data.length; from += image.samples, to += samples) {
    for (let sample = 0; sample < copied; sample++) data[to + sample] = image.data[from + sample] as number
  }
  return { ...image, samples, data }
}

export interface WebpOptions {
  /** 1–100, 80 when left out. */
  readonly quality?: number | undefined
  readonly lossless?: boolean | undefined
}

/** Grey, RGB or RGB and alpha of 8 bits; grey becomes RGB. */
export async function encodeWebp(
  tile: PixelTile,
  { quality = 80, lossless = false }: WebpOptions,
): Promise<Uint8Array> {
  const image = await sharpOf('WebP', tile)
  return image.webp({ quality, lossless, exact: lossless }).toBuffer()
}
