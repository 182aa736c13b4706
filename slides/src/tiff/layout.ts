import type { CcittCoding } from '../codecs/ccitt.ts'
import type { LercLayer } from '../codecs/lerc.ts'
import { SlideError, type SlideErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'
import { bytesPerSample } from '../pixels.ts'
import { type BlockCodec, blockCodec, usesPredictor } from './block-codec.ts'
import { type OldJpegKind, readOldJpegKind } from './old-jpeg.ts'
import { type PixelFormat, readPixelFormat } from './pixel-format.ts'
import { compressions, tags } from './tags.ts'
import type { PageOptions, TiffDirectory } from './tiff.ts'
import { packedYcbcrBytes } from './ycbcr.ts'

/** Where the image of a page is stored, checked: nothing here contradicts itself or goes beyond the limits. */
export interface TiffLayout {
  readonly directory: TiffDirectory
  /** As stored: the orientation isn't applied. */
  readonly width: number
  readonly height: number
  readonly orientation: number
  readonly tiled: boolean
  /** Pixels of a tile or strip; the last strip may have fewer rows. */
  readonly blockWidth: number
  readonly blockHeight: number
  readonly across: number
  readonly down: number
  readonly offsetsTag: number
  /** Undefined where the lengths follow from the size. */
  readonly byteCountsTag?: number | undefined
  /** How many blocks the file says the place of, where that is fewer than there are: the others are missing. */
  readonly knownBlocks?: number
  /** What is wrong with the page, which is read all the same. */
  readonly warning?: SlideError
  /** Whether the blocks are cut out of the one strip that the file stores for each plane. */
  readonly cutFromOneStrip: boolean
  readonly compression: number
  readonly codec: BlockCodec
  /** For the codec `ccitt`. */
  readonly ccitt?: CcittCoding | undefined
  /** For the codec `oldJpeg`. */
  readonly oldJpeg?: OldJpegKind | undefined
  /** For the codec `lerc`. */
  readonly lercLayer?: LercLayer | undefined
  readonly predictor: 1 | 2 | 3
  /** Fill order 2: the lowest bit of a byte comes first. */
  readonly reversedBits: boolean
  readonly format: PixelFormat
}

/** The blocks that one large uncompressed strip is read in. */
const cutBytes = 1024 * 1024
const cutRows = 512

export async function readLayout(
  directory: TiffDirectory,
  signal?: AbortSignal,
  options: PageOptions = {},
): Promise<TiffLayout> {
  const { label } = directory
  const { width, height } = await readSize(directory, signal)
  const compression = (await directory.number(tags.compression, signal)) ?? compressions.none
  const codec = blockCodec(compression, label)
  const format = await readPixelFormat(directory, codec, options, signal)
  if (compression === compressions.jpeg2000Lossy) refuseColor(directory, format)
  const ccitt = codec === 'ccitt' ? await readCcittCoding(directory, compression, signal) : undefined
  const lercLayer = codec === 'lerc' ? await readLercLayer(directory, signal) : undefined
  const predictor = await readPredictor(directory, codec, format, signal)
  const orientation = await readChoice(directory, tags.orientation, 'orientation', 8, signal)
  const fillOrder = await readChoice(directory, tags.fillOrder, 'fill order', 2, signal)
  const oldJpeg =
    codec === 'oldJpeg' ? await readOldJpegKind(directory, directory.has(tags.tileWidth), signal) : undefined
  const blocks =
    oldJpeg === 'one-jpeg'
      ? oneBlock(directory, format, width, height)
      : await readBlocks(directory, codec, format, width, height, signal)
  return {
    directory,
    width,
    height,
    orientation,
    compression,
    codec,
    ccitt,
    lercLayer,
    oldJpeg,
    predictor,
    reversedBits: fillOrder === 2,
    format,
    ...blocks,
  }
}

function refuseColor(directory: TiffDirectory, { apart, storedSamples }: PixelFormat): void {
  if (apart || storedSamples === 1) return
  const what = `has ${storedSamples} samples in JPEG 2000 as compression ${compressions.jpeg2000Lossy}`
  throw error('unsupported', directory, `${what}, under which both RGB and YCbCr occur; only grey is read`)
}

const error = (code: SlideErrorCode, directory: TiffDirectory, reason: string) =>
  new SlideError(code, directory.label, reason)

async function readSize(directory: TiffDirectory, signal: AbortSignal | undefined) {
  const width = await directory.number(tags.imageWidth, signal)
  const height = await directory.number(tags.imageLength, signal)
  if (width === undefined || height === undefined) {
    const missing = width === undefined ? 'ImageWidth' : 'ImageLength'
    throw error('malformed', directory, `holds no image: ${missing} is missing`)
  }
  if (!isCount(width) || !isCount(height)) {
    throw error('malformed', directory, `has an image of ${width} × ${height} pixels`)
  }
  if (width > limits.imageSide || height > limits.imageSide) {
    const reason = `has an image of ${width} × ${height} pixels; ${limits.imageSide} a side are allowed`
    throw error('too_large', directory, reason)
  }
  return { width, height }
}

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1

async function readChoice(
  directory: TiffDirectory,
  tag: number,
  name: string,
  highest: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const value = (await directory.number(tag, signal)) ?? 1
  // Some writers leave a 0 in tags that they don't use.
  if (value === 0) return 1
  if (isCount(value) && value <= highest) return value
  throw error('malformed', directory, `has the ${name} ${value}; only 1 to ${highest} exist`)
}

async function readCcittCoding(
  directory: TiffDirectory,
  compression: number,
  signal: AbortSignal | undefined,
): Promise<CcittCoding> {
  if (compression === compressions.ccittRle) return 'rle'
  if (compression === compressions.ccittGroup4) return 'group4'
  const options = (await directory.number(tags.t4Options, signal)) ?? 0
  // Its other bits tell of data that names itself, and of fill bits, which are passed over anyway.
  return options & 1 ? 'group3-2d' : 'group3'
}

async function readLercLayer(directory: TiffDirectory, signal: AbortSignal | undefined): Promise<LercLayer> {
  const [, layer = 0] = (await directory.numbers(tags.lercParameters, signal)) ?? []
  const name = (['none', 'deflate', 'zstd'] as const)[layer]
  if (name) return name
  throw error(
    'unsupported',
    directory,
    `has LERC with the additional compression ${layer}; only 0, 1 and 2 exist`,
  )
}

async function readPredictor(
  directory: TiffDirectory,
  codec: BlockCodec,
  { storedBits, pixelType, ycbcr }: PixelFormat,
  signal: AbortSignal | undefined,
): Promise<1 | 2 | 3> {
  const predictor = usesPredictor(codec) ? ((await directory.number(tags.predictor, signal)) ?? 1) : 1
  if (predictor === 1 || predictor === 0) return 1
  if (ycbcr && (ycbcr.horizontal > 1 || ycbcr.vertical > 1)) {
    throw error(
      'unsupported',
      directory,
      `has subsampled YCbCr with predictor ${predictor}, which is not read`,
    )
  }
  if (predictor === 2) return 2
  if (predictor === 3 && pixelType === 'f32') return 3
  if (predictor === 3) {
    throw error('malformed', directory, `has predictor ${predictor} with samples of ${storedBits} bits`)
  }
  throw error('unsupported', directory, `has predictor ${predictor}, which is not read; 1, 2 and 3 are`)
}

async function readBlocks(
  directory: TiffDirectory,
  codec: BlockCodec,
  format: PixelFormat,
  width: number,
  height: number,
  signal: AbortSignal | undefined,
) {
  // Not by TileOffsets: some files keep the offsets of their tiles in StripOffsets.
  const tiled = directory.has(tags.tileWidth)
  const size = tiled
    ? await readTileSize(directory, signal)
    : { blockWidth: width, blockHeight: Math.min(height, await readRowsPerStrip(directory, signal)) }
  const offsetsTag = firstOf(directory, tiled, tags.tileOffsets, tags.stripOffsets)
  if (offsetsTag === undefined) throw error('malformed', directory, 'does not say where its pixels are')
  const byteCountsTag = firstOf(directory, tiled, tags.tileByteCounts, tags.stripByteCounts)
  if (byteCountsTag === undefined && codec !== 'none') {
    throw error('malformed', directory, 'does not say how long its blocks are')
  }
  const planes = format.apart ? format.storedSamples : 1
  const cutFromOneStrip = !tiled && codec === 'none' && size.blockHeight >= height
  if (cutFromOneStrip) size.blockHeight = cutHeight(format, size.blockWidth, height)
  const { blockWidth, blockHeight } = size
  const across = Math.ceil(width / blockWidth)
  const down = Math.ceil(height / blockHeight)
  const blocks = cutFromOneStrip ? planes : across * down * planes
  checkBlockBytes(directory, format, blockWidth, blockHeight)
  const lists = { blocks, offsetsTag, byteCountsTag, what: tiled ? 'tiles' : 'strips' }
  const missing = missingBlocks(directory, codec, lists)
  return {
    tiled,
    blockWidth,
    blockHeight,
    across,
    down,
    offsetsTag,
    byteCountsTag,
    cutFromOneStrip,
    ...missing,
  }
}

/** Of fewer blocks than this share, a page shows nothing that it was made for. */
const leastKnown = 1 / 4

/** Lists that are too short leave the last blocks out; where nothing is compressed, lengths follow from the size. */
function missingBlocks(
  directory: TiffDirectory,
  codec: BlockCodec,
  lists: { blocks: number; offsetsTag: number; byteCountsTag: number | undefined; what: string },
): Pick<TiffLayout, 'knownBlocks' | 'warning'> {
  const { blocks, offsetsTag, byteCountsTag, what } = lists
  const offsets = directory.count(offsetsTag)
  const lengths = byteCountsTag === undefined ? blocks : directory.count(byteCountsTag)
  if (offsets >= blocks && lengths >= blocks) return {}
  const known = codec === 'none' ? offsets : Math.min(offsets, lengths)
  const [count, said] = offsets < blocks ? [offsets, 'where they lie'] : [lengths, 'how long they are']
  const reason = `is stored in ${blocks} ${what}, but says of only ${count} ${said}`
  if (known < blocks * leastKnown) throw error('malformed', directory, reason)
  if (known >= blocks)
    return { warning: error('malformed', directory, `${reason}; that follows from the size`) }
  const warning = error(
    'malformed',
    directory,
    `${reason}; the pixels of the other ${blocks - known} are missing`,
  )
  return { knownBlocks: known, warning }
}

/** A JPEG that holds the whole image; the strips that the file names are parts of it. */
function oneBlock(directory: TiffDirectory, format: PixelFormat, width: number, height: number) {
  checkBlockBytes(directory, format, width, height)
  return {
    tiled: false,
    blockWidth: width,
    blockHeight: height,
    across: 1,
    down: 1,
    offsetsTag: tags.jpegInterchangeFormat,
    byteCountsTag: tags.jpegInterchangeFormatLength,
    cutFromOneStrip: false,
  }
}

const firstOf = (directory: TiffDirectory, tiled: boolean, tileTag: number, stripTag: number) =>
  (tiled ? [tileTag, stripTag] : [stripTag, tileTag]).find((tag) => directory.has(tag))

async function readTileSize(directory: TiffDirectory, signal: AbortSignal | undefined) {
  const blockWidth = (await directory.number(tags.tileWidth, signal)) ?? 0
  const blockHeight = (await directory.number(tags.tileLength, signal)) ?? 0
  const what = `has tiles of ${blockWidth} × ${blockHeight} pixels`
  if (!isCount(blockWidth) || !isCount(blockHeight)) throw error('malformed', directory, what)
  if (blockWidth > limits.tileSide || blockHeight > limits.tileSide) {
    throw error('too_large', directory, `${what}; ${limits.tileSide} a side are allowed`)
  }
  return { blockWidth, blockHeight }
}

/** Absent or 2^32 − 1: one strip holds all. 0 is taken for the same: it can't mean anything else. */
async function readRowsPerStrip(directory: TiffDirectory, signal: AbortSignal | undefined): Promise<number> {
  const rows = (await directory.number(tags.rowsPerStrip, signal)) ?? 0
  if (rows === 0) return Number.POSITIVE_INFINITY
  if (!isCount(rows)) throw error('malformed', directory, `has ${rows} rows a strip`)
  return rows
}

function cutHeight(format: PixelFormat, width: number, height: number): number {
  let rows = cutRows
  while (rows > 4 && storedBlockBytes(format, width, rows) > cutBytes) rows /= 2
  return Math.min(rows, height)
}

function checkBlockBytes(directory: TiffDirectory, format: PixelFormat, width: number, height: number): void {
  const pixels = width * height
  const stored = storedBlockBytes(format, width, height) * (format.apart ? format.storedSamples : 1)
  const given = pixels * format.samples * bytesPerSample(format.pixelType)
  const bytes = Math.max(stored, given)
  if (bytes <= limits.blockBytes) return
  const reason = `has blocks of ${width} × ${height} pixels and ${bytes} bytes; ${limits.blockBytes} are allowed`
  throw error('too_large', directory, reason)
}

/** Bytes of a block as it is decompressed or given, whichever are more: of one plane, where planes are apart. */
export function decodedBlockBytes({ format, blockWidth, blockHeight }: TiffLayout): number {
  const samples = format.apart ? 1 : format.samples
  const given = blockWidth * blockHeight * samples * bytesPerSample(format.pixelType)
  return Math.max(given, storedBlockBytes(format, blockWidth, blockHeight))
}

/** Bytes of a decompressed block as it is stored: of one plane, where planes are apart. */
export function storedBlockBytes(format: PixelFormat, width: number, height: number): number {
  const { ycbcr, apart, storedSamples, storedBits } = format
  if (ycbcr) return packedYcbcrBytes(width, height, ycbcr)
  // Each row begins with a new byte.
  return Math.ceil((width * (apart ? 1 : storedSamples) * storedBits) / 8) * height
}
