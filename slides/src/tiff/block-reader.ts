import { isLosslessJpeg, jpegPrefix } from '../codecs/jpeg-stream.ts'
import { errorAt, SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PixelTile } from '../pixels.ts'
import { decodeBlock, emptyBlock, jpegColors, type StoredBlock } from './decode-block.ts'
import { decodedBlockBytes, storedBlockBytes, type TiffLayout } from './layout.ts'
import { oldJpegExtent, readOldJpegTables } from './old-jpeg.ts'
import { wrongSamples } from './pixel-format.ts'
import { cutTile, joinPlanes, takeSample } from './rearrange.ts'
import { tags } from './tags.ts'
import type { TiffFile } from './tiff.ts'

/** JPEGTables hold at most eight tables of a few hundred bytes. */
const longestTables = 64 * 1024

const longestHeader = 64 * 1024

/** Where a block lies in the file. */
interface Extent {
  readonly offset: number
  readonly length: number
}

/** Bytes of a decoded block that is kept, in case it comes again. */
const mostKept = 16 * 1024 * 1024

/** The block that was decoded last, and its pixels where it came twice. */
interface LastBlock extends Pick<StoredBlock, 'offset' | 'height' | 'shown' | 'plane'> {
  decoded?: PixelTile
}

const copyOf = (tile: PixelTile): PixelTile => ({ ...tile, data: tile.data.slice() })

/** The tiles or strips of a page as the file stores them, decoded, each cut to the image. */
export class BlockReader {
  readonly #file: TiffFile
  readonly #layout: TiffLayout
  #tables: Uint8Array | undefined
  #prefix: Uint8Array | null | undefined
  #last: LastBlock | undefined

  constructor(file: TiffFile, layout: TiffLayout) {
    this.#file = file
    this.#layout = layout
  }

  /** All samples of a block, or one of them: then other planes aren't read where they are apart. */
  async read(
    column: number,
    row: number,
    sample: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<PixelTile> {
    const { format } = this.#layout
    if (!format.apart) {
      const tile = await this.#readPlane(column, row, 0, signal)
      return sample === undefined ? tile : takeSample(tile, sample)
    }
    if (sample !== undefined && !format.colors) return this.#readPlane(column, row, sample, signal)
    const planes: PixelTile[] = []
    for (let plane = 0; plane < format.storedSamples; plane++) {
      planes.push(await this.#readPlane(column, row, plane, signal))
    }
    const joined = joinPlanes(planes)
    const tile = format.colors?.toRgb(joined) ?? joined
    return sample === undefined ? tile : takeSample(tile, sample)
  }

  /** What the file leaves out of a plane. */
  empty(width: number, height: number, plane: number): PixelTile {
    return { ...emptyBlock(this.#layout, width, height, plane), uniform: true }
  }

  /** Whether the file leaves a block out; undefined where that isn't known yet. */
  isMissingNow(column: number, row: number, plane: number): boolean | undefined {
    const { directory, across, down, offsetsTag, byteCountsTag, cutFromOneStrip, oldJpeg } = this.#layout
    if (cutFromOneStrip || oldJpeg === 'one-jpeg') return undefined
    const index = (plane * down + row) * across + column
    if (index >= (this.#layout.knownBlocks ?? Number.POSITIVE_INFINITY)) return true
    const offset = directory.knownNumberAt(offsetsTag, index)
    if (offset === undefined || offset === 0) return offset === 0 || undefined
    if (byteCountsTag === undefined || index >= directory.count(byteCountsTag)) return false
    const length = directory.knownNumberAt(byteCountsTag, index)
    return length === undefined ? undefined : length === 0
  }

  /** The same, having read where it lies. */
  async isMissing(column: number, row: number, plane: number, signal?: AbortSignal): Promise<boolean> {
    const { width, height } = this.#storedSize(row)
    const { offset, length } = await this.#extentOf(column, row, plane, width, height, signal)
    return offset === 0 || length === 0
  }

  /** The bytes of a block as stored, with so much room before them; null where the file leaves it out. */
  async readStored(
    column: number,
    row: number,
    plane: number,
    signal: AbortSignal | undefined,
    room = 0,
  ): Promise<StoredBlock | null> {
    const { width, height } = this.#storedSize(row)
    const extent = await this.#extentOf(column, row, plane, width, height, signal)
    if (extent.offset === 0 || extent.length === 0) return null
    this.#checkExtent(extent, column, row)
    const before = this.#roomBefore(extent, room)
    const read = await this.#file.source.read(extent.offset - before, extent.length + before, signal)
    const tables = this.#tables ?? (await this.#readTables(signal))
    return this.#asBlock(read, before, { offset: extent.offset, width, height, plane, tables })
  }

  /** The same of a tile of the only plane, once the prefix is known; undefined where it has to be waited for. */
  readStoredNow(column: number, row: number, room: number): StoredBlock | null | undefined {
    const {
      directory,
      across,
      offsetsTag,
      byteCountsTag,
      blockWidth: width,
      blockHeight: height,
    } = this.#layout
    if (byteCountsTag === undefined) return undefined
    const index = row * across + column
    const offset = directory.knownNumberAt(offsetsTag, index)
    const length = directory.knownNumberAt(byteCountsTag, index)
    if (offset === undefined || length === undefined) return undefined
    if (offset === 0 || length === 0) return null
    const extent = { offset, length }
    this.#checkExtent(extent, column, row)
    const before = this.#roomBefore(extent, room)
    const read = this.#file.source.readNow?.(offset - before, length + before)
    const block = { offset, width, height, plane: 0, tables: this.#tables }
    return read && this.#asBlock(read, before, block)
  }

  /** What lies before it in the file is as good as any: it is written over. */
  #roomBefore({ offset }: Extent, room: number): number {
    return this.#file.source.givesAway && offset >= room ? room : 0
  }

  #asBlock(
    read: Uint8Array,
    before: number,
    block: Omit<StoredBlock, 'bytes' | 'roomAndBytes' | 'bigEndian'>,
  ): StoredBlock {
    const { bigEndian } = this.#file
    if (before === 0) return { ...block, bigEndian, bytes: read }
    return { ...block, bigEndian, bytes: read.subarray(before), roomAndBytes: read }
  }

  #rowsInImage(row: number): number {
    const { blockHeight, height } = this.#layout
    return Math.min(blockHeight, height - row * blockHeight)
  }

  /** Undefined until `jpegPrefix` has been asked for. */
  get knownPrefix(): Uint8Array | null | undefined {
    return this.#prefix
  }

  /** What makes whole JPEGs of stored ones, made once; null where the tables are not in order. */
  async jpegPrefix(signal: AbortSignal | undefined): Promise<Uint8Array | null> {
    if (this.#prefix !== undefined) return this.#prefix
    const tables = await this.#readTables(signal)
    try {
      this.#prefix = jpegPrefix({ tables, photometric: jpegColors(this.#layout) })
    } catch {
      // Each tile says so by itself, with its place.
      this.#prefix = null
    }
    return this.#prefix
  }

  /** For messages: `IFD 0 tile 12,7`, `IFD 2 strip 5`. */
  labelOf(column: number, row: number): string {
    const { directory, tiled } = this.#layout
    return `${directory.label} ${tiled ? `tile ${column},${row}` : `strip ${row}`}`
  }

  async #readPlane(
    column: number,
    row: number,
    plane: number,
    signal: AbortSignal | undefined,
  ): Promise<PixelTile> {
    const layout = this.#layout
    const width = Math.min(layout.blockWidth, layout.width - column * layout.blockWidth)
    const height = this.#rowsInImage(row)
    const decode = async () => {
      const stored = await this.readStored(column, row, plane, signal)
      if (!stored) return this.empty(width, height, plane)
      try {
        return cutTile(await this.#decode({ ...stored, shown: { width, height } }, signal), width, height)
      } catch (error) {
        throw errorAt(this.labelOf(column, row), error)
      }
    }
    return this.#file.decoding.run(decodedBlockBytes(layout), decode, signal)
  }

  /** Files may store one block and show it in a thousand places: one that comes again at once is decoded twice at most. */
  async #decode(stored: StoredBlock, signal: AbortSignal | undefined): Promise<PixelTile> {
    const { offset, height, shown, plane } = stored
    const last = this.#last
    const isLast =
      last?.offset === offset &&
      last.height === height &&
      last.plane === plane &&
      last.shown?.width === shown?.width &&
      last.shown?.height === shown?.height
    if (!isLast) this.#last = { offset, height, shown, plane }
    else if (last.decoded) return copyOf(last.decoded)
    const decoded = await decodeBlock(this.#layout, stored, signal)
    if (isLast && decoded.data.byteLength <= mostKept) last.decoded = copyOf(decoded)
    return decoded
  }

  /** Tiles are stored whole; the last strip ends with the image. */
  #storedSize(row: number): { width: number; height: number } {
    const { tiled, blockWidth, blockHeight } = this.#layout
    return { width: blockWidth, height: tiled ? blockHeight : this.#rowsInImage(row) }
  }

  async #extentOf(
    column: number,
    row: number,
    plane: number,
    width: number,
    height: number,
    signal: AbortSignal | undefined,
  ): Promise<Extent> {
    const { directory, format, across, down, offsetsTag, byteCountsTag, cutFromOneStrip, blockHeight } =
      this.#layout
    const { oldJpeg, knownBlocks = Number.POSITIVE_INFINITY } = this.#layout
    if (cutFromOneStrip) {
      if (plane >= knownBlocks) return { offset: 0, length: 0 }
      const start = await directory.numberAt(offsetsTag, plane, signal)
      if (start === 0) return { offset: 0, length: 0 }
      const offset = start + storedBlockBytes(format, width, blockHeight) * row
      return { offset, length: storedBlockBytes(format, width, height) }
    }
    if (oldJpeg === 'one-jpeg') return oldJpegExtent(this.#file, directory, signal)
    const index = (plane * down + row) * across + column
    if (index >= knownBlocks) return { offset: 0, length: 0 }
    const offset = await directory.numberAt(offsetsTag, index, signal)
    const length =
      byteCountsTag === undefined || index >= directory.count(byteCountsTag)
        ? storedBlockBytes(format, width, height)
        : await directory.numberAt(byteCountsTag, index, signal)
    return { offset, length }
  }

  #checkExtent({ offset, length }: Extent, column: number, row: number): void {
    const { size } = this.#file.source
    const isWhole = Number.isInteger(offset) && Number.isInteger(length) && offset >= 0 && length >= 0
    if (isWhole && length <= limits.blockBytes && offset + length <= size) return
    const label = this.labelOf(column, row)
    if (length > limits.blockBytes) {
      throw new SlideError('too_large', label, `has ${length} bytes; ${limits.blockBytes} are allowed`)
    }
    if (!isWhole) throw new SlideError('malformed', label, `has ${length} bytes at ${offset}`)
    const reason = `has ${length} bytes at ${offset}, which go beyond the end of the file (${size} bytes)`
    throw new SlideError('truncated', label, reason)
  }

  /** Reads what the blocks need beside themselves, so that a file that lacks it is refused when it is opened. */
  async prepare(signal: AbortSignal | undefined): Promise<void> {
    const { codec, format } = this.#layout
    if (codec === 'oldJpeg') await this.#readTables(signal)
    if (codec === 'jpeg' && format.storedBits > 8) await this.#checkLossless(signal)
  }

  /** JPEG of more than 8 bits is read where it is lossless only. */
  async #checkLossless(signal: AbortSignal | undefined): Promise<void> {
    const { directory, offsetsTag, format } = this.#layout
    const offset = await directory.numberAt(offsetsTag, 0, signal)
    const { source } = this.#file
    if (offset === 0 || offset >= source.size) return
    const bytes = await source.read(offset, Math.min(longestHeader, source.size - offset), signal)
    if (isLosslessJpeg(bytes)) return
    const samples = format.apart ? 1 : format.storedSamples
    throw wrongSamples(directory.label, 'jpeg', { samples, bits: format.storedBits })
  }

  async #readTables(signal: AbortSignal | undefined): Promise<Uint8Array | undefined> {
    const { codec, directory } = this.#layout
    if (codec === 'oldJpeg') this.#tables ??= await readOldJpegTables(this.#file, this.#layout, signal)
    if (codec !== 'jpeg' || this.#tables || !directory.has(tags.jpegTables)) return this.#tables
    if (directory.count(tags.jpegTables) > longestTables) {
      const reason = `has JPEGTables of ${directory.count(tags.jpegTables)} bytes; ${longestTables} are allowed`
      throw new SlideError('too_large', directory.label, reason)
    }
    this.#tables = await directory.bytes(tags.jpegTables, signal)
    return this.#tables
  }
}
