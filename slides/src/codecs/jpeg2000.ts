import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { toNativeOrder } from './byte-order.ts'
import { checkSize, cutToHeight, type DecodedImage, type ExpectedImage } from './codec.ts'
import { findCodestream, type Jpeg2000Size, jpeg2000Size } from './jpeg2000-stream.ts'
import { decodeCodestream, loadOpenJpeg } from './openjpeg.ts'
import { yccToRgb } from './ycc.ts'

const MB = 1024 * 1024

export interface Jpeg2000Options {
  /** What the components are as the file says: `ycc` becomes RGB, the others stay. */
  readonly colour: 'ycc' | 'rgb' | 'as-coded'
}

/**
 * A codestream or JP2 file: 1 or 3 components of 1–16 bits; more than 8 come as 16-bit samples. Decodes on the
 * calling thread, 15–30 ms for 256 × 256 RGB.
 */
export async function decodeJpeg2000(
  bytes: Uint8Array,
  expected: ExpectedImage,
  { colour }: Jpeg2000Options,
  signal?: AbortSignal,
): Promise<DecodedImage> {
  signal?.throwIfAborted()
  const codestream = findCodestream(bytes)
  const size = jpeg2000Size(codestream)
  const image = { width: size.width, height: size.height, samples: size.components.length }
  checkSize('JPEG 2000', image, expected)
  const { bits, subsampled } = refuseUnsupported(size, colour)

  const samples = image.width * image.height * image.samples
  const decoded = await decodeSamples(codestream, samples, bits)
  const data =
    bits > 8 ? new Uint16Array(toNativeOrder(decoded, 16, false).buffer) : new Uint8Array(decoded.buffer)
  if (colour === 'ycc' && !subsampled && image.samples === 3) yccToRgb(data, bits)
  return cutToHeight({ ...image, data }, expected.height)
}

async function decodeSamples(
  codestream: Uint8Array,
  samples: number,
  bits: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const openJpeg = await loadOpenJpeg()
  // Four bytes a sample, and up to four such copies at a time.
  openJpeg.bound.bytes = 96 * MB + 2 * codestream.length + 16 * samples
  try {
    const decoded = decodeCodestream(openJpeg, codestream)
    if (decoded.length === samples * (bits > 8 ? 2 : 1)) return decoded
  } catch (cause) {
    throw new SlideError('malformed', 'JPEG 2000', 'makes its decoder give up', { cause })
  }
  const message =
    openJpeg.messages.find((line) => line.startsWith('[ERROR]')) ?? '[ERROR] no samples came out'
  throw new SlideError('malformed', 'JPEG 2000', `can't be decoded (${message.slice(8).trim()})`)
}

/** Throws at what the decoder would get wrong without saying so. */
function refuseUnsupported(
  { width, height, left, top, components }: Jpeg2000Size,
  colour: Jpeg2000Options['colour'],
): { bits: number; subsampled: boolean } {
  const unsupported = (reason: string) => new SlideError('unsupported', 'JPEG 2000', reason)
  const [first, ...others] = components
  if (!first || (components.length !== 1 && components.length !== 3)) {
    throw unsupported(`has ${components.length} components; only 1 or 3 are read`)
  }
  const { bits } = first
  if (bits > 16) throw unsupported(`has samples of ${bits} bits; at most 16 are read`)
  if (width * height * components.length * (bits > 8 ? 2 : 1) > limits.blockBytes) {
    throw new SlideError('too_large', 'JPEG 2000', `holds ${width} × ${height} pixels`)
  }
  if (left !== 0 || top !== 0) throw unsupported(`begins at ${left}, ${top} of its grid; only 0, 0 is read`)
  if (components.some(({ signed }) => signed)) throw unsupported('has signed samples, which are not read')
  if (others.some((component) => component.bits !== bits))
    throw unsupported('has components of different bits')

  const steps = components.map(({ stepX, stepY }) => `${stepX} × ${stepY}`)
  const [luma, ...chroma] = new Set(steps)
  const subsampled = chroma.length > 0
  const known =
    chroma.length === 0 || steps.join() === '1 × 1,2 × 1,2 × 1' || steps.join() === '1 × 1,2 × 2,2 × 2'
  if (luma !== '1 × 1' || !known) throw unsupported(`has components subsampled by ${steps.join(', ')}`)
  if (subsampled && colour !== 'ycc') throw unsupported('has subsampled components that are not YCbCr')
  return { bits, subsampled }
}
