import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PixelTile } from '../pixels.ts'
import { checkSize, cutToHeight, type DecodedImage, type ExpectedImage } from './codec.ts'
import { type JpegSize, jpegSize } from './jpeg-stream.ts'
import { decodeLosslessJpeg } from './lossless-jpeg.ts'
import { decodeBySharp, sharpOf } from './sharp.ts'

/** Real files have about ten; each costs as much time as the whole image. */
const maxScans = 100

/** What libjpeg warns of though every sample is right: stray bytes before markers, odd APPn. */
const harmless = /extraneous bytes|Adobe color transform|JFIF revision|bad ICC marker/

/**
 * Samples as the JPEG's own markers tell, grey with one, without colour management. A scan that ends early or is
 * damaged is an error; only a missing end marker isn't.
 */
export async function decodeJpeg(
  bytes: Uint8Array,
  expected: ExpectedImage,
  signal?: AbortSignal,
): Promise<DecodedImage> {
  signal?.throwIfAborted()
  const frame = jpegSize(bytes)
  if (frame.lossless) return decodeLosslessJpeg(bytes, frame, expected)
  refuseUnsupported(frame)
  const size = { width: frame.width, height: frame.height, samples: frame.components }
  checkSize('JPEG', size, expected)
  const scans = countScans(bytes, frame.scanStart)
  if (scans > maxScans) throw new SlideError('too_large', 'JPEG', `has more than ${maxScans} scans`)

  const whole = withEnd(bytes, frame)
  const decoded = await decodeBySharp('JPEG', whole, size, 'warning').catch((error: unknown) => {
    if (!(error instanceof SlideError && harmless.test(error.message))) throw error
    return decodeBySharp('JPEG', whole, size, 'truncated')
  })
  return cutToHeight(decoded, expected.height)
}

function refuseUnsupported({ precision, components, width, height }: JpegSize): void {
  const unsupported = (reason: string) => new SlideError('unsupported', 'JPEG', reason)
  if (precision !== 8) throw unsupported(`has samples of ${precision} bits; only 8 are read`)
  if (components === 4) throw unsupported('has 4 components (CMYK), which is not read')
  if (components !== 1 && components !== 3) throw unsupported(`has ${components} components, not 1 or 3`)
  if (width * height * components > limits.blockBytes) {
    throw new SlideError(
      'too_large',
      'JPEG',
      `holds ${width} × ${height} × ${components}, more than ${limits.blockBytes} bytes`,
    )
  }
}

function countScans(bytes: Uint8Array, from: number): number {
  const view = viewOf(bytes)
  let scans = 1
  for (let at = view.indexOf('ffda', from, 'hex'); at >= 0; at = view.indexOf('ffda', at + 2, 'hex')) {
    if (++scans > maxScans) break
  }
  return scans
}

/**
 * Some writers leave out the end marker, which libvips takes for a broken file. With it, libjpeg tells by itself
 * whether the scan is whole; where more scans could follow nothing does, so there it stays an error.
 */
function withEnd(bytes: Uint8Array, { progressive, oneScan, scanStart }: JpegSize): Uint8Array {
  if (progressive || !oneScan || viewOf(bytes).lastIndexOf('ffd9', undefined, 'hex') >= scanStart)
    return bytes
  const result = new Uint8Array(bytes.length + 2)
  result.set(bytes)
  result.set([0xff, 0xd9], bytes.length)
  return result
}

const viewOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

export interface JpegOptions {
  /** 1–100 */
  readonly quality: number
  readonly subsampling: '4:4:4' | '4:2:0'
}

/** Grey or RGB of 8 bits. */
export async function encodeJpeg(
  tile: PixelTile,
  { quality, subsampling }: JpegOptions,
): Promise<Uint8Array> {
  if (tile.samples === 4) throw new SlideError('unsupported', 'JPEG', "doesn't store alpha")
  const image = await sharpOf('JPEG', tile)
  // Huffman tables of its own would save 3 % of the bytes and cost 70 % more time.
  return image.jpeg({ quality, chromaSubsampling: subsampling, optimiseCoding: false }).toBuffer()
}
