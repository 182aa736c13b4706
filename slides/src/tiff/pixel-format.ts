import { SlideError, type SlideErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PixelType } from '../pixels.ts'
import { type BlockCodec, type ImageCodec, isImageCodec, isRowCodec, type RowCodec } from './block-codec.ts'
import { type Colors, cmykColors, paletteColors, ycbcrColors } from './colors.ts'
import { type ConvertedKind, convertedKinds } from './convert-samples.ts'
import { isLab, labColors } from './lab.ts'
import { readPalette } from './palette.ts'
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
  /** Bits of a stored sample: 1 to 16, 24, 32 or 64. */
  readonly storedBits: number
  /** What stored samples are read as, before palette and colour. */
  readonly storedType: PixelType
  /** The kind of stored samples that have to be converted to that. */
  readonly convertedKind?: ConvertedKind | undefined
  /** Whether each sample has blocks of its own. */
  readonly apart: boolean
  readonly photometric: number
  /** How to convert stored colours that are not RGB, where the codec doesn't. */
  readonly colors?: Colors | undefined
  /** How YCbCr is packed, where the codec doesn't convert it and it isn't in planes. */
  readonly ycbcr?: Ycbcr | undefined
  readonly pixelType: PixelType
  readonly bitDepth: number
  readonly samples: number
  readonly color: boolean
  readonly alpha?: number | undefined
  /** For people: what is stored, where it isn't what is given. */
  readonly convertedFrom?: string | undefined
  /** Whether the colours are already multiplied by alpha. */
  readonly premultiplied: boolean
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
  const extraSamples = (await directory.numbers(tags.extraSamples, signal)) ?? []
  const colorSamples = storedSamples - extraSamples.length
  const photometric =
    (await directory.number(tags.photometric, signal)) ?? impliedPhotometric(codec, colorSamples)
  const sampleFormat = (await readSampleFormat(directory, photometric, signal)) ?? usualFormat
  const kind = sampleKindOf(label, sampleFormat, storedBits)
  const convertedKind = isConverted(kind) ? kind : undefined
  const storedType = isConverted(kind) ? convertedKinds[kind] : kind

  const planar = (await directory.number(tags.planarConfiguration, signal)) ?? planarConfigurations.together
  if (planar !== planarConfigurations.together && planar !== planarConfigurations.apart) {
    throw wrong('malformed', `has the planar configuration ${planar}; only 1 and 2 exist`)
  }
  const apart = planar === planarConfigurations.apart && storedSamples > 1
  if (codec === 'oldJpeg' && apart) {
    throw wrong('unsupported', 'has samples in separate planes in old-style JPEG, which is not read')
  }
  checkPhotometric(label, photometric, storedSamples, storedBits, kind)
  checkCodec(label, codec, photometric, apart ? 1 : storedSamples, storedBits, sampleFormat)

  const { rgb, ycbcr: isYcbcr, cmyk } = photometrics
  const isSpreadColor = [rgb, isYcbcr, cmyk].some((color) => color === photometric) && isSpread(storedBits)
  const bitDepth = convertedKind ? 32 : isSpreadColor ? 8 : storedBits
  const stored = { storedSamples, storedBits, storedType, convertedKind, apart, photometric }
  const alphaPlace = extraSamples.findIndex(
    (extra) => extra === extraSampleKinds.alpha || extra === extraSampleKinds.premultipliedAlpha,
  )
  const premultiplied = extraSamples[alphaPlace] === extraSampleKinds.premultipliedAlpha
  if (photometric === photometrics.palette && paletteUse === 'colors') {
    const colors = paletteColors(await readPalette(directory, storedBits, signal), storedBits)
    return {
      ...stored,
      premultiplied,
      ...asRgb(colors, storedSamples, alphaPlace),
      pixelType: 'u8',
      bitDepth: 8,
    }
  }
  if (photometric === photometrics.cmyk) {
    await checkInks(directory, signal)
    const most = storedType === 'f32' ? 1 : 2 ** bitDepth - 1
    const given = asRgb(cmykColors(most), storedSamples, alphaPlace)
    return {
      ...stored,
      premultiplied,
      ...given,
      pixelType: storedType,
      bitDepth,
      convertedFrom: nameOf('CMYK', convertedKind),
    }
  }
  if (isLab(photometric)) {
    const colors = labColors(photometric, storedBits)
    const given = asRgb(colors, storedSamples, alphaPlace)
    return { ...stored, premultiplied, ...given, pixelType: storedType, bitDepth, convertedFrom: colors.name }
  }
  // In old-style JPEG the range of values is what the file says, not what JPEG does.
  const decodesColor = isImageCodec(codec) && codec !== 'oldJpeg' && codec !== 'lerc'
  const convert = photometric === photometrics.ycbcr && (!decodesColor || apart)
  const ycbcr = convert ? await readYcbcr(directory, signal) : undefined
  if (ycbcr && apart && (ycbcr.horizontal > 1 || ycbcr.vertical > 1)) {
    throw wrong('unsupported', 'has subsampled YCbCr in separate planes, which is not read')
  }
  return {
    ...stored,
    colors: ycbcr && apart ? ycbcrColors(ycbcr) : undefined,
    ycbcr: apart ? undefined : ycbcr,
    pixelType: storedType,
    bitDepth,
    samples: storedSamples,
    color: photometric === photometrics.rgb || photometric === photometrics.ycbcr,
    premultiplied,
    alpha: alphaPlace === -1 || colorSamples < 1 ? undefined : colorSamples + alphaPlace,
    convertedFrom: convertedKind,
  }
}

/** What comes of colours that are converted: red, green, blue, then all samples that are no colour. */
function asRgb(colors: Colors, storedSamples: number, alphaPlace: number) {
  const samples = 3 + storedSamples - colors.stored
  const alpha = alphaPlace >= 0 && 3 + alphaPlace < samples ? 3 + alphaPlace : undefined
  return { colors, samples, alpha, color: true }
}

const nameOf = (colors: string, kind: ConvertedKind | undefined) => (kind ? `${colors} of ${kind}` : colors)

/** L*a*b* says by itself which samples have a sign, whatever is written beside it. */
async function readSampleFormat(
  directory: TiffDirectory,
  photometric: number,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  if (!isLab(photometric)) return sameForAll(directory, tags.sampleFormat, signal)
  const format = await directory.number(tags.sampleFormat, signal)
  return format === sampleFormats.int ? sampleFormats.uint : format
}

async function checkInks(directory: TiffDirectory, signal: AbortSignal | undefined): Promise<void> {
  const inks = (await directory.number(tags.inkSet, signal)) ?? 1
  if (inks === 1) return
  const reason = `has inks other than cyan, magenta, yellow and black (InkSet ${inks}), which are not read; save it as RGB`
  throw new SlideError('unsupported', directory.label, reason)
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

const kindWords = ['', 'unsigned', 'signed', 'floating-point', 'untyped']

type SampleKind = PixelType | ConvertedKind

const isConverted = (kind: SampleKind): kind is ConvertedKind => kind in convertedKinds

function sampleKindOf(label: string, format: number, bits: number): SampleKind {
  const known = format === sampleFormats.void ? sampleFormats.uint : format
  const found = known === sampleFormats.uint ? unsignedKind(bits) : sampleKinds[`${known} ${bits}`]
  if (found) return found
  const isComplex = format === sampleFormats.complexInt || format === sampleFormats.complexFloat
  if (isComplex) {
    const reason = `has complex numbers of ${bits} bits, which are not read; save their real part or magnitude`
    throw new SlideError('unsupported', label, reason)
  }
  const kind = kindWords[format] ?? `format-${format}`
  const read =
    'unsigned integers of 1 to 16, 24, 32 and 64 bits, signed ones of 8, 16, 24, 32 and 64 bits and floating-point numbers of 16, 32 and 64 bits are'
  throw new SlideError(
    'unsupported',
    label,
    `has ${kind} samples of ${bits} bits, which are not read; ${read}`,
  )
}

const sampleKinds: Readonly<Record<string, SampleKind>> = {
  [`${sampleFormats.int} 8`]: 'i8',
  [`${sampleFormats.int} 16`]: 'i16',
  [`${sampleFormats.int} 24`]: 'i32',
  [`${sampleFormats.int} 32`]: 'i32',
  [`${sampleFormats.int} 64`]: 'i64',
  [`${sampleFormats.float} 16`]: 'f16',
  [`${sampleFormats.float} 32`]: 'f32',
  [`${sampleFormats.float} 64`]: 'f64',
}

/** The smallest type that holds them. */
function unsignedKind(bits: number): SampleKind | undefined {
  if (bits >= 1 && bits <= 16) return bits <= 8 ? 'u8' : 'u16'
  return { 24: 'u32', 32: 'u32', 64: 'u64' }[bits] as SampleKind | undefined
}

/** Colours of so few bits are given spread over 0..255. */
export const isSpread = (bits: number): boolean => bits === 1 || bits === 2 || bits === 4

function checkPhotometric(
  label: string,
  photometric: number,
  samples: number,
  bits: number,
  kind: SampleKind,
): void {
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
      if (kind !== 'u8' && kind !== 'u16') {
        throw wrong('malformed', `has a palette, but its samples are ${kind}`)
      }
      return
    case photometrics.ycbcr:
      if (samples !== 3)
        throw wrong('unsupported', `is YCbCr with ${samples} samples a pixel; only 3 are read`)
      if (kind !== 'u8' || bits !== 8) {
        throw wrong('unsupported', `is YCbCr of ${bits} bits (${kind}); only u8 is read`)
      }
      return
    case photometrics.cmyk:
      if (samples < 4) throw wrong('malformed', `is ${name}, but has ${samples} samples a pixel`)
      if (kind.startsWith('i'))
        throw wrong('unsupported', `is CMYK of ${kind}; only numbers without sign are read`)
      return
    case photometrics.cieLab:
    case photometrics.iccLab:
    case photometrics.ituLab:
      if (samples < 3) throw wrong('malformed', `is ${name}, but has ${samples} samples a pixel`)
      if (kind.startsWith('f') || (bits !== 8 && bits !== 16)) {
        throw wrong('unsupported', `is ${name} of ${bits} bits (${kind}); only u8 and u16 are read`)
      }
      return
    default:
      throw wrong('unsupported', `has the photometric interpretation ${name}, which is not read`)
  }
}

/** `samples` are those that one block holds. */
function checkCodec(
  label: string,
  codec: BlockCodec,
  photometric: number,
  samples: number,
  bits: number,
  format: number,
): void {
  if (!isImageCodec(codec) && !isRowCodec(codec)) return
  if (codec !== 'jpeg' && codec !== 'lerc' && (photometric === photometrics.cmyk || isLab(photometric))) {
    const reason = `has ${photometricName(photometric)} in ${codecLimits[codec].name}, which is not read`
    throw new SlideError('unsupported', label, reason)
  }
  const { samplesRead, bitsRead, floatsRead = [], signed = false } = codecLimits[codec]
  const isFloat = format === sampleFormats.float
  const isInteger = format === sampleFormats.uint || format === sampleFormats.void || signed
  const isRead = isFloat ? floatsRead.includes(bits) : isInteger && bitsRead.includes(bits)
  if (isRead && (samplesRead?.includes(samples) ?? true)) return
  // As far as it is lossless: `BlockReader` asks the first block.
  if (codec === 'jpeg' && isInteger && samplesRead?.includes(samples) && bits > 8 && bits <= 16) return
  throw wrongSamples(label, codec, { samples, bits, format })
}

/** For samples that a compression could hold, but that are not read from it. */
export function wrongSamples(
  label: string,
  codec: ImageCodec | RowCodec,
  held: { samples: number; bits: number; format?: number },
): SlideError {
  const { samples, bits, format = sampleFormats.uint } = held
  const { name, samplesRead, bitsRead, floatsRead, signed } = codecLimits[codec]
  const lossy = codec === 'jpeg' && bits > 8 && bits <= 16 ? ' that loses something' : ''
  const has = `has ${samplesText([samples], [bits], kindWords[format] ?? `format-${format}`)} a pixel in ${name}${lossy}`
  const floats = floatsRead ? ` and ${samplesText(undefined, floatsRead, 'floating-point')}` : ''
  const read = samplesText(samplesRead, bitsRead, signed ? 'integer' : 'unsigned') + floats
  const reason = `${has}; only ${read} can be read: save it in another compression`
  return new SlideError('unsupported', label, reason)
}

/** `1 or 3 unsigned samples of 8 bits`. */
function samplesText(samples: readonly number[] | undefined, bits: readonly number[], kind: string): string {
  const count = samples ? `${list(samples)} ` : ''
  return `${count}${kind} sample${samples?.at(-1) === 1 ? '' : 's'} of ${list(bits)} bit${bits.at(-1) === 1 ? '' : 's'}`
}

const list = (values: readonly number[]): string =>
  values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : `${values[0]}`

interface CodecLimits {
  readonly name: string
  /** Any number of them where it is left out. */
  readonly samplesRead?: readonly number[]
  readonly bitsRead: readonly number[]
  /** Bits of floating-point samples. */
  readonly floatsRead?: readonly number[]
  /** Whether samples may have a sign. */
  readonly signed?: boolean
}

const codecLimits: Record<ImageCodec | RowCodec, CodecLimits> = {
  ccitt: { name: 'CCITT', samplesRead: [1], bitsRead: [1] },
  next: { name: 'NeXT RLE', samplesRead: [1], bitsRead: [2] },
  thunderScan: { name: 'ThunderScan', samplesRead: [1], bitsRead: [4] },
  jpeg: { name: 'JPEG', samplesRead: [1, 2, 3, 4], bitsRead: [8] },
  oldJpeg: { name: 'old-style JPEG', samplesRead: [1, 3], bitsRead: [8] },
  jpeg2000: { name: 'JPEG 2000', samplesRead: [1, 3], bitsRead: [8, 16] },
  webp: { name: 'WebP', samplesRead: [3, 4], bitsRead: [8] },
  lerc: { name: 'LERC', bitsRead: [8, 16, 32], floatsRead: [32, 64], signed: true },
  jpegXl: { name: 'JPEG XL', samplesRead: [1, 3, 4], bitsRead: [8] },
}
