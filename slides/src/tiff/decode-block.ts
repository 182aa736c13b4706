import { toNativeOrder } from '../codecs/byte-order.ts'
import { type ByteCompression, decodeBytes } from '../codecs/bytes.ts'
import { decodeCcitt } from '../codecs/ccitt.ts'
import type { DecodedImage, ExpectedImage } from '../codecs/codec.ts'
import { reverseBits } from '../codecs/fill-order.ts'
import { decodeJpeg } from '../codecs/jpeg.ts'
import { assembleJpeg, isLosslessJpeg, type JpegParts } from '../codecs/jpeg-stream.ts'
import { decodeJpegXl } from '../codecs/jpeg-xl.ts'
import { decodeJpeg2000 } from '../codecs/jpeg2000.ts'
import { decodeLerc, type LercKind } from '../codecs/lerc.ts'
import { decodeNext, decodeThunderScan } from '../codecs/old-runs.ts'
import { undoPredictor } from '../codecs/predictor.ts'
import { decodeWebp } from '../codecs/webp.ts'
import { yccToRgb } from '../codecs/ycc.ts'
import { SlideError } from '../errors.ts'
import { bytesPerSample, newPixels, type PixelData, type PixelTile, pixelsOf } from '../pixels.ts'
import { type ImageCodec, isImageCodec, isRowCodec, type RowCodec } from './block-codec.ts'
import { convertSamples } from './convert-samples.ts'
import { decodeGreyAndAlpha } from './decode-together.ts'
import { storedBlockBytes, type TiffLayout } from './layout.ts'
import { wholeOldJpeg } from './old-jpeg.ts'
import { isSpread } from './pixel-format.ts'
import { invertSample } from './rearrange.ts'
import { compressionName, compressions, photometrics } from './tags.ts'
import { addUpPacked, isPacked, unpackBits, withSign } from './unpack-bits.ts'
import { unpackYcbcr } from './ycbcr.ts'

/** One block as the file stores it: of one plane, where planes are apart. */
export interface StoredBlock {
  /** Where it begins in the file. */
  readonly offset: number
  readonly bytes: Uint8Array
  /** The same with what comes before it in the file, where room was asked for. */
  readonly roomAndBytes?: Uint8Array | undefined
  readonly width: number
  readonly height: number
  /** How much of it lies in the image, where it is decoded; some writers leave the other rows out. */
  readonly shown?: { readonly width: number; readonly height: number } | undefined
  /** Which of the planes that are apart; 0 where they are together. */
  readonly plane: number
  /** JPEGTables, for JPEG; what its blocks lack, for old-style JPEG. */
  readonly tables?: Uint8Array | undefined
  /** The file's byte order. */
  readonly bigEndian: boolean
}

/** The pixels of a block: fill order, compression, byte order and predictor, then colour. */
export async function decodeBlock(
  layout: TiffLayout,
  block: StoredBlock,
  signal?: AbortSignal,
): Promise<PixelTile> {
  const { codec } = layout
  const stored = isImageCodec(codec)
    ? await decodeImage(layout, codec, block, signal)
    : readSamples(layout, block, await decompress(layout, codec, block, signal))
  signal?.throwIfAborted()
  return toColors(layout, stored, block.plane)
}

/** What a block that the file leaves out stands for: white in colour of 8 bits, else what zeros mean. */
export function emptyBlock(layout: TiffLayout, width: number, height: number, plane: number): PixelTile {
  const { format } = layout
  const samples = storedSamples(layout)
  const pixelType = format.storedType
  const data = newPixels(pixelType, width * height * samples)
  const tile = { width, height, samples, pixelType, data }
  const { colors, color, apart, bitDepth } = format
  if (color && pixelType === 'u8' && (!colors || colors.white)) {
    for (let i = 0; i < data.length; i++) {
      data[i] = colors?.white?.[apart ? plane : i % samples] ?? 2 ** bitDepth - 1
    }
  }
  return toColors(layout, tile, plane)
}

/** Samples of a pixel in one block. */
const storedSamples = ({ format }: TiffLayout) => (format.apart ? 1 : format.storedSamples)

async function decompress(
  layout: TiffLayout,
  codec: ByteCompression | RowCodec,
  block: StoredBlock,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { format, reversedBits } = layout
  const { bytes, width, height, shown } = block
  const encoded = reversedBits ? reverseBits(bytes) : bytes
  if (isRowCodec(codec)) return decodeRows(codec, layout, encoded, block)
  const expected = storedBlockBytes(format, width, height)
  const needed = storedBlockBytes(format, width, shown?.height ?? height)
  const decoded = await decodeBytes(codec, encoded, expected, signal, needed)
  // Uncompressed bytes may be a view of the source's cache, which must not be changed.
  return codec === 'none' && !reversedBits ? decoded.slice() : decoded
}

function decodeRows(
  codec: RowCodec,
  { ccitt = 'group4' }: TiffLayout,
  encoded: Uint8Array,
  size: StoredBlock,
): Uint8Array {
  switch (codec) {
    case 'ccitt':
      return decodeCcitt(encoded, ccitt, size)
    case 'next':
      return decodeNext(encoded, size)
    case 'thunderScan':
      return decodeThunderScan(encoded, size)
  }
}

function readSamples(
  layout: TiffLayout,
  { width, height, bigEndian, shown = { width, height } }: StoredBlock,
  bytes: Uint8Array,
): PixelTile {
  const { format } = layout
  const samples = storedSamples(layout)
  const pixelType = format.storedType
  const tile = { width, height, samples, pixelType }
  if (isPacked(format.storedBits)) return { ...tile, data: readPacked(layout, bytes, tile, bigEndian) }
  const ordered = inNativeOrder(layout, bytes, width * samples, samples, bigEndian)
  if (format.ycbcr) return { ...tile, data: unpackYcbcr(ordered, width, height, format.ycbcr) }
  const { convertedKind } = format
  if (!convertedKind) return { ...tile, data: pixelsOf(pixelType, ordered) }
  const rowSamples = width * samples
  const isShown = (index: number) =>
    index % rowSamples < shown.width * samples && index < shown.height * rowSamples
  return { ...tile, data: convertSamples(convertedKind, ordered, isShown) }
}

/** Colours of 1, 2 and 4 bits are spread over 0..255. */
function readPacked(
  { format, predictor }: TiffLayout,
  bytes: Uint8Array,
  { width, height, samples }: Omit<PixelTile, 'data'>,
  bigEndian: boolean,
): PixelData {
  const { storedBits: bits, storedType, photometric } = format
  const rowSamples = width * samples
  const values = unpackBits(bytes, { rowSamples, rows: height, bits, bigEndian })
  if (predictor === 2) addUpPacked(values, rowSamples, samples, bits)
  if (storedType === 'i32') return withSign(values, bits)
  if (format.color && isSpread(bits) && photometric !== photometrics.palette) {
    const factor = 255 / (2 ** bits - 1)
    for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) * factor
  }
  return values
}

function inNativeOrder(
  { predictor, format: { storedBits: bits } }: TiffLayout,
  bytes: Uint8Array,
  rowSamples: number,
  samples: number,
  bigEndian: boolean,
): Uint8Array {
  if (predictor !== 1) return undoPredictor(bytes, { predictor, rowSamples, samples, bits, bigEndian })
  return bits === 16 || bits === 32 || bits === 64 ? toNativeOrder(bytes, bits, bigEndian) : bytes
}

async function decodeImage(
  layout: TiffLayout,
  codec: ImageCodec,
  block: StoredBlock,
  signal: AbortSignal | undefined,
): Promise<PixelTile> {
  const { width, height } = block
  const samples = storedSamples(layout)
  const pixelType = layout.format.storedType
  // The last strip is often coded as high as the others.
  const allowTaller = height < layout.blockHeight || codec === 'oldJpeg'
  const expected = { width, height, samples, allowTaller }
  const { data } = await decodeWith(codec, layout, block, expected, signal)
  if (data.BYTES_PER_ELEMENT !== bytesPerSample(pixelType)) {
    const bits = `samples of ${data.BYTES_PER_ELEMENT * 8} bits where ${layout.format.storedBits} are expected`
    throw new SlideError('malformed', compressionName(layout.compression), `holds ${bits}`)
  }
  const { ycbcr } = layout.format
  if (ycbcr && data instanceof Uint8Array) {
    const whole = { ...ycbcr, horizontal: 1, vertical: 1 }
    return { width, height, samples, pixelType, data: unpackYcbcr(data, width, height, whole) }
  }
  return { width, height, samples, pixelType, data }
}

async function decodeWith(
  codec: ImageCodec,
  layout: TiffLayout,
  block: StoredBlock,
  expected: ExpectedImage,
  signal: AbortSignal | undefined,
): Promise<{ data: PixelData }> {
  switch (codec) {
    case 'jpeg':
      return decodeJpegBlock(layout, block, expected, signal)
    case 'oldJpeg':
      return decodeJpeg(
        assembleJpeg({ tile: wholeOldJpeg(layout, block), photometric: jpegColors(layout) }),
        expected,
        signal,
      )
    case 'jpeg2000':
      return decodeJpeg2000(block.bytes, expected, { colour: jpeg2000Colour(layout) }, signal)
    case 'webp':
      return decodeWebp(block.bytes, expected, signal)
    case 'lerc': {
      const bytes = layout.reversedBits ? reverseBits(block.bytes) : block.bytes
      const { lercLayer: layer = 'none' } = layout
      const coding = { kind: lercKind(layout), layer, bigEndian: block.bigEndian }
      return { data: await decodeLerc(bytes, coding, expected, signal) }
    }
    case 'jpegXl':
      return decodeJpegXl(block.bytes, expected, signal)
  }
}

const lercKind = ({ format }: TiffLayout): LercKind =>
  format.convertedKind === 'f64' ? 'f64' : format.storedType

async function decodeJpegBlock(
  layout: TiffLayout,
  block: StoredBlock,
  expected: ExpectedImage,
  signal: AbortSignal | undefined,
): Promise<DecodedImage> {
  const jpeg = wholeJpeg(layout, block)
  const isLossless = isLosslessJpeg(jpeg)
  if (expected.samples === 2 && !isLossless) return decodeGreyAndAlpha(jpeg, expected)
  const image = await decodeJpeg(jpeg, expected, signal)
  // Lossless JPEG gives all samples as they are stored.
  if (isLossless && jpegColors(layout) === 'ycbcr') yccToRgb(image.data, 8)
  return image
}

/** A JPEG block with its tables and what its colours are. */
export function wholeJpeg(layout: TiffLayout, { bytes, tables }: StoredBlock): Uint8Array {
  return assembleJpeg({ tables, tile: bytes, photometric: jpegColors(layout) })
}

/** What the samples of its JPEGs are, as the file says. */
export function jpegColors(layout: TiffLayout): JpegParts['photometric'] {
  const { photometric, ycbcr } = layout.format
  const samples = storedSamples(layout)
  if (samples < 3) return 'grey'
  if (samples === 4) return photometric === photometrics.cmyk ? 'inks' : 'rgb and alpha'
  // Where the directory says what YCbCr means, the decoder leaves it as it is.
  return photometric === photometrics.ycbcr && !ycbcr ? 'ycbcr' : 'rgb'
}

function jpeg2000Colour(layout: TiffLayout): 'ycc' | 'rgb' | 'as-coded' {
  if (storedSamples(layout) !== 3) return 'as-coded'
  const { compression, format } = layout
  return compression === compressions.jpeg2000Ycc || format.photometric === photometrics.ycbcr ? 'ycc' : 'rgb'
}

/** Inverted grey, and colours other than RGB; those of planes that are apart are converted once they are together. */
function toColors({ format }: TiffLayout, tile: PixelTile, plane: number): PixelTile {
  const { colors, photometric, alpha, apart, bitDepth } = format
  if (colors && !apart) return colors.toRgb(tile)
  if (photometric !== photometrics.whiteIsZero) return tile
  for (let sample = 0; sample < tile.samples; sample++) {
    if ((apart ? plane : sample) !== alpha) invertSample(tile, sample, bitDepth)
  }
  return tile
}
