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
 * Samples as the JPEG's own markers tell, grey with one, without colour management. Four are given as stored, or as
 * inks where Adobe's marker says that they are YCbCr and black. A scan that ends early or is damaged is an error; only
 * a missing end marker isn't.
 */
export async function decodeJpeg(
  bytes: Uint8Array,
  expected: ExpectedImage,
  signal?: AbortSignal,
): Promise<DecodedImage> {
  signal?.throwIfAborted()
  const frame = jpegSize(bytes)
  if (frame.lossless) return decodeLosslessJpeg(bytes, frame, expected)
  checkJpeg(bytes, expected)
  if (frame.components === 2) throw unsupported('has 2 components, not 1, 3 or 4')
  const size = { width: frame.width, height: frame.height, samples: frame.components }
  const whole = withEnd(bytes, frame)
  const keepsInks = frame.components === 4
  const decoded = await decodeBySharp('JPEG', whole, size, 'warning', keepsInks).catch((error: unknown) => {
    if (!(error instanceof SlideError && harmless.test(error.message))) throw error
    return decodeBySharp('JPEG', whole, size, 'truncated', keepsInks)
  })
  // libvips takes inks for inverted, as they are in files that are JPEG alone.
  if (keepsInks) invert(decoded.data)
  return cutToHeight(decoded, expected.height)
}

function invert(data: DecodedImage['data']): void {
  for (let i = 0; i < data.length; i++) data[i] = 255 - (data[i] as number)
}

/** What can be said of one that isn't lossless before anything is decoded: a hostile JPEG gets no memory. */
export function checkJpeg(bytes: Uint8Array, expected: ExpectedImage): JpegSize {
  const frame = jpegSize(bytes)
  refuseUnsupported(frame)
  checkSize('JPEG', { width: frame.width, height: frame.height, samples: frame.components }, expected)
  const scans = countScans(bytes, frame.scanStart)
  if (scans > maxScans) throw new SlideError('too_large', 'JPEG', `has more than ${maxScans} scans`)
  return frame
}

const unsupported = (reason: string) => new SlideError('unsupported', 'JPEG', reason)

function refuseUnsupported({ precision, components, width, height }: JpegSize): void {
  if (precision !== 8) throw unsupported(`has samples of ${precision} bits; only 8 are read`)
  if (components > 4) throw unsupported(`has ${components} components, not 1 to 4`)
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
