import { SlideError, type SlideErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PixelType } from '../pixels.ts'
import { type BlockCodec, type ImageCodec, isImageCodec, isRowCodec, type RowCodec } from './block-codec.ts'
import { type Palette, readPalette } from './palette.ts'
import {
  extraSampleKinds,
  photometricName,
  photometrics,
  planarConfigurations,
  sampleFormats,
  tagName,
  tags,
} from './tags.ts'
import type { PageOptions, TiffDirectory } from './tiff.ts'
import { readYcbcr, type Ycbcr } from './ycbcr.ts'

/** What the samples of a page are, as stored and as they are given. */
export interface PixelFormat {
  readonly storedSamples: number
  /** Bits of a stored sample: 1, 2, 4, 8, 16 or 32. */
  readonly storedBits: number
  /** Whether each sample has blocks of its own. */
  readonly apart: boolean
  readonly photometric: number
  /** Colours of the indices, where they are to be looked up. */
  readonly palette?: Palette | undefined
  /** How to convert YCbCr where the codec doesn't. */
  readonly ycbcr?: Ycbcr | undefined
  readonly pixelType: PixelType
  readonly bitDepth: number
  readonly samples: number
  readonly color: boolean
  readonly alpha?: number | undefined
}

export async function readPixelFormat(
  directory: TiffDirectory,
  codec: BlockCodec,
  { palette: paletteUse = 'colors', sampleFormat: usualFormat = sampleFormats.uint }: PageOptions,
  signal?: AbortSignal,
): Promise<PixelFormat> {
  const { label } = directory
  const wrong = (code: SlideErrorCode, reason: string) => new SlideError(code, label, reason)
  const storedSamples = (await directory.number(tags.samplesPerPixel, signal)) ?? 1
  if (!Number.isInteger(storedSamples) || storedSamples < 1) {
    throw wrong('malformed', `has ${storedSamples} samples a pixel`)
  }
  if (storedSamples > limits.samples) {
    throw wrong('too_large', `has ${storedSamples} samples a pixel, more than the ${limits.samples} allowed`)
  }
  const storedBits =
    (await sameForAll(directory, tags.bitsPerSample, signal)) ?? (codec === 'oldJpeg' ? 8 : 1)
  const sampleFormat = (await sameForAll(directory, tags.sampleFormat, signal)) ?? usualFormat
  const pixelType = pixelTypeOf(label, sampleFormat, storedBits)

  const planar = (await directory.number(tags.planarConfiguration, signal)) ?? planarConfigurations.together
  if (planar !== planarConfigurations.together && planar !== planarConfigurations.apart) {
    throw wrong('malformed', `has the planar configuration ${planar}; only 1 and 2 exist`)
  }
  const apart = planar === planarConfigurations.apart && storedSamples > 1

  const extraSamples = (await directory.numbers(tags.extraSamples, signal)) ?? []
  const colorSamples = storedSamples - extraSamples.length
  const photometric =
    (await directory.number(tags.photometric, signal)) ?? impliedPhotometric(codec, colorSamples)
  checkPhotometric(label, photometric, storedSamples, pixelType)
  checkCodec(label, codec, apart ? 1 : storedSamples, storedBits, sampleFormat)

  const stored = { storedSamples, storedBits, apart, photometric }
  if (photometric === photometrics.palette && paletteUse === 'colors') {
    const palette = await readPalette(directory, storedBits, signal)
    return { ...stored, palette, pixelType: 'u8', bitDepth: 8, samples: 3, color: true }
  }
  if (codec === 'oldJpeg' && apart) {
    throw wrong('unsupported', 'has samples in separate planes in old-style JPEG, which is not read')
  }
  // In old-style JPEG the range of values is what the file says, not what JPEG does.
  const decodesColor = isImageCodec(codec) && codec !== 'oldJpeg' && codec !== 'lerc'
  const convert = photometric === photometrics.ycbcr && (!decodesColor || apart)
  const ycbcr = convert ? await readYcbcr(directory, signal) : undefined
  if (ycbcr && apart && (ycbcr.horizontal > 1 || ycbcr.vertical > 1)) {
    throw wrong('unsupported', 'has subsampled YCbCr in separate planes, which is not read')
  }
  const alpha = extraSamples.findIndex(
    (kind) => kind === extraSampleKinds.alpha || kind === extraSampleKinds.premultipliedAlpha,
  )
  return {
    ...stored,
    ycbcr,
    pixelType,
    bitDepth: Math.max(8, storedBits),
    samples: storedSamples,
    color: photometric === photometrics.rgb || photometric === photometrics.ycbcr,
    alpha: alpha === -1 || colorSamples < 1 ? undefined : colorSamples + alpha,
  }
}

const impliedPhotometric = (codec: BlockCodec, colorSamples: number): number => {
  if (codec === 'ccitt') return photometrics.whiteIsZero
  return colorSamples === 3 ? photometrics.rgb : photometrics.blackIsZero
}

/** A value that is written once for each sample, or once for all of them, and must be the same. */
async function sameForAll(
  directory: TiffDirectory,
  tag: number,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  if (directory.count(tag) > limits.samples) {
    const reason = `${tagName(tag)} has ${directory.count(tag)} values, more than samples are allowed`
    throw new SlideError('malformed', directory.label, reason)
  }
  const values = (await directory.numbers(tag, signal)) ?? []
  if (new Set(values).size > 1) {
    const shown = values.slice(0, 8).join(', ') + (values.length > 8 ? ' …' : '')
    const reason = `has samples of different kinds (${tagName(tag)} ${shown}), which are not read`
    throw new SlideError('unsupported', directory.label, reason)
  }
  return values[0]
}

function pixelTypeOf(label: string, format: number, bits: number): PixelType {
  const type = pixelTypes[`${format === sampleFormats.void ? sampleFormats.uint : format} ${bits}`]
  if (type) return type
  const kind = ['', 'unsigned', 'signed', 'floating-point', 'untyped'][format] ?? `format-${format}`
  const known = 'u8, i8, u16, i16, u32 and f32 and unsigned samples of 1, 2 and 4 bits are'
  throw new SlideError(
    'unsupported',
    label,
    `has ${kind} samples of ${bits} bits, which are not read; ${known}`,
  )
}

const pixelTypes: Readonly<Record<string, PixelType>> = {
  [`${sampleFormats.uint} 1`]: 'u8',
  [`${sampleFormats.uint} 2`]: 'u8',
  [`${sampleFormats.uint} 4`]: 'u8',
  [`${sampleFormats.uint} 8`]: 'u8',
  [`${sampleFormats.uint} 16`]: 'u16',
  [`${sampleFormats.uint} 32`]: 'u32',
  [`${sampleFormats.int} 8`]: 'i8',
  [`${sampleFormats.int} 16`]: 'i16',
  [`${sampleFormats.float} 32`]: 'f32',
}

function checkPhotometric(label: string, photometric: number, samples: number, pixelType: PixelType): void {
  const name = photometricName(photometric)
  const wrong = (code: SlideErrorCode, reason: string) => new SlideError(code, label, reason)
  switch (photometric) {
    case photometrics.whiteIsZero:
    case photometrics.blackIsZero:
      return
    case photometrics.rgb:
      if (samples < 3) throw wrong('malformed', `is RGB, but has ${samples} samples a pixel`)
      return
    case photometrics.palette:
      if (samples !== 1)
        throw wrong('unsupported', `has a palette and ${samples} samples a pixel; only 1 is read`)
      if (pixelType !== 'u8' && pixelType !== 'u16') {
        throw wrong('malformed', `has a palette, but its samples are ${pixelType}`)
      }
      return
    case photometrics.ycbcr:
      if (samples !== 3)
        throw wrong('unsupported', `is YCbCr with ${samples} samples a pixel; only 3 are read`)
      if (pixelType !== 'u8') throw wrong('unsupported', `is YCbCr of ${pixelType}; only u8 is read`)
      return
    default:
      throw wrong('unsupported', `has the photometric interpretation ${name}, which is not read`)
  }
}

/** `samples` are those that one block holds. */
function checkCodec(label: string, codec: BlockCodec, samples: number, bits: number, format: number): void {
  if (!isImageCodec(codec) && !isRowCodec(codec)) return
  if (codec === 'lerc' && bits >= 8) return
  const unsigned = format === sampleFormats.uint || format === sampleFormats.void
  const { name, samplesRead, bitsRead } = codecLimits[codec]
  if (samplesRead.includes(samples) && bitsRead.includes(bits) && unsigned) return
  const has = `has ${samplesText([samples], [bits], unsigned)} a pixel in ${name}`
  throw new SlideError('unsupported', label, `${has}; only ${samplesText(samplesRead, bitsRead)} can be read`)
}

/** `1 or 3 unsigned samples of 8 bits`. */
const samplesText = (samples: readonly number[], bits: readonly number[], unsigned = true): string => {
  const kind = `${unsigned ? 'unsigned' : 'signed'} sample${samples.at(-1) === 1 ? '' : 's'}`
  return `${list(samples)} ${kind} of ${list(bits)} bit${bits.at(-1) === 1 ? '' : 's'}`
}

const list = (values: readonly number[]): string =>
  values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : `${values[0]}`

const codecLimits: Record<
  ImageCodec | RowCodec,
  { name: string; samplesRead: readonly number[]; bitsRead: readonly number[] }
> = {
  ccitt: { name: 'CCITT', samplesRead: [1], bitsRead: [1] },
  next: { name: 'NeXT RLE', samplesRead: [1], bitsRead: [2] },
  thunderScan: { name: 'ThunderScan', samplesRead: [1], bitsRead: [4] },
  // As far as it is lossless: `BlockReader` asks the first block.
  jpeg: { name: 'JPEG', samplesRead: [1, 2, 3, 4], bitsRead: [8, 10, 12, 14, 16] },
  oldJpeg: { name: 'old-style JPEG', samplesRead: [1, 3], bitsRead: [8] },
  jpeg2000: { name: 'JPEG 2000', samplesRead: [1, 3], bitsRead: [8, 16] },
  webp: { name: 'WebP', samplesRead: [3, 4], bitsRead: [8] },
  lerc: { name: 'LERC', samplesRead: [1], bitsRead: [8, 16, 32] },
  jpegXl: { name: 'JPEG XL', samplesRead: [1, 3, 4], bitsRead: [8] },
}
