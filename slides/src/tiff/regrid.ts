import { bytesPerSample, newPixels, type PixelData, type PixelTile } from '../pixels.ts'
import type { BlockReader } from './block-reader.ts'
import type { TiffLayout } from './layout.ts'
import { type Turn, turnOf } from './orientation.ts'
import { takeSample } from './rearrange.ts'
import type { TiffFile } from './tiff.ts'

/** Bytes of decoded blocks that are kept for all pages of a file. */
export const decodedBytesKept = 32 * 1024 * 1024

const tileSide = 512
const lowestTile = 64
const largestTile = 1024

/** Strips, turned images and very large tiles are offered as tiles of their own. */
export const needsRegrid = ({ tiled, orientation, blockWidth, blockHeight }: TiffLayout): boolean =>
  !tiled || orientation !== 1 || blockWidth > largestTile || blockHeight > largestTile

interface Rectangle {
  readonly left: number
  readonly top: number
  /** Exclusive. */
  readonly right: number
  readonly bottom: number
}

/** Offers the blocks of a page as upright tiles, with the blocks decoded last at hand. */
export class Regrid {
  /** Upright. */
  readonly width: number
  readonly height: number
  readonly tileWidth = tileSide
  readonly tileHeight: number
  readonly #file: TiffFile
  readonly #layout: TiffLayout
  readonly #blocks: BlockReader
  readonly #turn: Turn

  constructor(file: TiffFile, layout: TiffLayout, blocks: BlockReader) {
    this.#file = file
    this.#layout = layout
    this.#blocks = blocks
    this.#turn = turnOf(layout.orientation)
    this.width = this.#turn.transposed ? layout.height : layout.width
    this.height = this.#turn.transposed ? layout.width : layout.height
    this.tileHeight = tileHeightOf(layout)
  }

  async readTile(
    x: number,
    y: number,
    sample: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<PixelTile> {
    const { format, blockWidth, blockHeight } = this.#layout
    const left = x * this.tileWidth
    const top = y * this.tileHeight
    const width = Math.min(this.tileWidth, this.width - left)
    const height = Math.min(this.tileHeight, this.height - top)
    const samples = sample === undefined ? format.samples : 1
    const stored = this.#storedRectangle({ left, top, right: left + width, bottom: top + height })
    if (await this.#isMissing(stored, sample, signal)) {
      const empty = this.#blocks.empty(width, height, format.apart ? (sample ?? 0) : 0)
      return sample === undefined ? empty : { ...takeSample(empty, sample), uniform: true }
    }
    const data = newPixels(format.pixelType, width * height * samples)
    const colors = format.colors ? 'colors' : 'stored'
    const key = `${this.#layout.directory.offset} ${colors} ${(format.apart ? sample : undefined) ?? 'all'} `
    for (let row = Math.floor(stored.top / blockHeight); row * blockHeight < stored.bottom; row++) {
      for (let column = Math.floor(stored.left / blockWidth); column * blockWidth < stored.right; column++) {
        const place = `${key}${column} ${row}`
        const known = this.#file.decodedBlocks.known(place)
        const whole = known ?? (await this.#readBlock(place, column, row, sample, signal))
        const block = sample === undefined ? whole : takeSample(whole, sample)
        this.#copy(block, column * blockWidth, row * blockHeight, stored, data, width, samples)
      }
    }
    return { width, height, samples, pixelType: format.pixelType, data }
  }

  #readBlock(
    key: string,
    column: number,
    row: number,
    sample: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<PixelTile> {
    // Samples that are together are decoded together, and kept for whoever asks for the next one.
    const decoded = this.#layout.format.apart ? sample : undefined
    const read = (shared: AbortSignal) => this.#blocks.read(column, row, decoded, shared)
    return this.#file.decodedBlocks.get(key, read, signal)
  }

  /** Whether the file leaves out all blocks that a rectangle needs: then there is nothing to be put together. */
  async #isMissing(
    stored: Rectangle,
    sample: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const { format, blockWidth, blockHeight, cutFromOneStrip } = this.#layout
    if (cutFromOneStrip || (format.apart && (sample === undefined || format.colors))) return false
    const plane = format.apart ? (sample ?? 0) : 0
    for (let row = Math.floor(stored.top / blockHeight); row * blockHeight < stored.bottom; row++) {
      for (let column = Math.floor(stored.left / blockWidth); column * blockWidth < stored.right; column++) {
        const known = this.#blocks.isMissingNow(column, row, plane)
        if (!(known ?? (await this.#blocks.isMissing(column, row, plane, signal)))) return false
      }
    }
    return true
  }

  /** The part of the stored image that an upright rectangle shows. */
  #storedRectangle({ left, top, right, bottom }: Rectangle): Rectangle {
    const { width, height } = this.#layout
    const { transposed, mirroredX, mirroredY } = this.#turn
    const [fromX, toX] = mirroredX ? [this.width - right, this.width - left] : [left, right]
    const [fromY, toY] = mirroredY ? [this.height - bottom, this.height - top] : [top, bottom]
    const rectangle = transposed
      ? { left: fromY, right: toY, top: fromX, bottom: toX }
      : { left: fromX, right: toX, top: fromY, bottom: toY }
    return {
      ...rectangle,
      right: Math.min(rectangle.right, width),
      bottom: Math.min(rectangle.bottom, height),
    }
  }

  /** Puts what a block has of the rectangle to its upright place. */
  #copy(
    block: PixelTile,
    blockLeft: number,
    blockTop: number,
    stored: Rectangle,
    target: PixelData,
    targetWidth: number,
    samples: number,
  ): void {
    const left = Math.max(stored.left, blockLeft)
    const right = Math.min(stored.right, blockLeft + block.width)
    const top = Math.max(stored.top, blockTop)
    const bottom = Math.min(stored.bottom, blockTop + block.height)
    const { transposed, mirroredX, mirroredY } = this.#turn
    const upright = !transposed && !mirroredX && !mirroredY
    for (let row = top; row < bottom; row++) {
      const from = ((row - blockTop) * block.width + left - blockLeft) * samples
      if (upright) {
        const to = ((row - stored.top) * targetWidth + left - stored.left) * samples
        target.set(block.data.subarray(from, from + (right - left) * samples), to)
        continue
      }
      // Where the row's first pixel goes, and how far the next one lies from it.
      const first = this.#place(left, row, stored, targetWidth)
      const step = this.#place(left + 1, row, stored, targetWidth) - first
      copyPixels(block.data, from, target, first * samples, step * samples, right - left, samples)
    }
  }

  /** The pixel of the target that shows a stored one. */
  #place(storedX: number, storedY: number, stored: Rectangle, targetWidth: number): number {
    const { transposed, mirroredX, mirroredY } = this.#turn
    const across = transposed
      ? { from: storedY - stored.top, to: stored.bottom - 1 - storedY }
      : { from: storedX - stored.left, to: stored.right - 1 - storedX }
    const down = transposed
      ? { from: storedX - stored.left, to: stored.right - 1 - storedX }
      : { from: storedY - stored.top, to: stored.bottom - 1 - storedY }
    return (mirroredY ? down.to : down.from) * targetWidth + (mirroredX ? across.to : across.from)
  }
}

/** 512 rows, or as many that the strips of a row of tiles are kept until its last one, and decoded only once. */
function tileHeightOf({ tiled, width, format }: TiffLayout): number {
  const rowBytes = width * format.samples * bytesPerSample(format.pixelType)
  let height = tileSide
  while (!tiled && height > lowestTile && height * rowBytes > decodedBytesKept) height /= 2
  return height
}

function copyPixels(
  source: PixelData,
  from: number,
  target: PixelData,
  to: number,
  step: number,
  pixels: number,
  samples: number,
): void {
  let read = from
  let write = to
  for (let pixel = 0; pixel < pixels; pixel++, write += step) {
    for (let sample = 0; sample < samples; sample++) target[write + sample] = source[read++] as number
  }
}
