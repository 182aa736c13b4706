import { SlideError } from '../../errors.ts'
import { newPixels, type PixelTile, type PixelType } from '../../pixels.ts'
import type { Channel, EncodedTile, Level, Plane, SlideImage } from '../../slide.ts'

export type ValueAt = (x: number, y: number, sample: number, level: number, plane: Required<Plane>) => number

export interface MemoryImageOptions {
  readonly width: number
  readonly height: number
  /** Factors of the levels; only full resolution when left out. */
  readonly factors?: readonly number[]
  readonly round?: (size: number) => number
  readonly tileWidth?: number
  readonly tileHeight?: number
  readonly pixelType?: PixelType
  readonly bitDepth?: number
  readonly samples?: 1 | 3 | 4
  readonly channels?: readonly Channel[]
  readonly sizeZ?: number
  readonly sizeT?: number
  readonly mpp?: { x: number; y: number }
  readonly icc?: Uint8Array
  readonly value?: ValueAt
  readonly encoded?: EncodedTile
  /** Called before each tile is made; may wait or throw. */
  readonly onRead?: (tile: {
    level: number
    x: number
    y: number
    signal?: AbortSignal | undefined
  }) => unknown
}

export interface MemoryImage extends SlideImage {
  /** Tiles read so far, as `level/x,y c`. */
  readonly reads: string[]
}

/** An image whose pixels are computed when asked for; nothing of it lies in a file. */
export function memoryImage(options: MemoryImageOptions): MemoryImage {
  const { width, height, factors = [1], round = Math.floor, tileWidth = 16, tileHeight = 16 } = options
  const { pixelType = 'u8', samples = 3, channels = [{}], sizeZ = 1, sizeT = 1 } = options
  const { value = () => 0, encoded, onRead } = options
  const levels = factors.map(
    (downsample): Level => ({
      width: Math.max(1, round(width / downsample)),
      height: Math.max(1, round(height / downsample)),
      tileWidth,
      tileHeight,
      downsample,
    }),
  )
  const reads: string[] = []
  const bitDepth =
    options.bitDepth ?? { u8: 8, i8: 8, u16: 16, i16: 16, u32: 32, i32: 32, f32: 32 }[pixelType]
  return {
    width,
    height,
    mpp: options.mpp,
    pixelType,
    bitDepth,
    samples,
    channels,
    sizeZ,
    sizeT,
    levels,
    reads,
    iccProfile: async () => options.icc ?? null,
    encodedTile: async () => encoded ?? null,
    async rawTile(level, x, y, plane = {}, signal): Promise<PixelTile> {
      signal?.throwIfAborted()
      const { c = 0, z = 0, t = 0 } = plane
      reads.push(`${level}/${x},${y} ${c}`)
      await onRead?.({ level, x, y, signal })
      signal?.throwIfAborted()
      const size = levels[level]
      if (!size || x < 0 || y < 0 || x * tileWidth >= size.width || y * tileHeight >= size.height)
        throw new SlideError('out_of_range', `level ${level} tile ${x},${y}`, 'is not there')
      const tile = {
        width: Math.min(tileWidth, size.width - x * tileWidth),
        height: Math.min(tileHeight, size.height - y * tileHeight),
      }
      const data = newPixels(pixelType, tile.width * tile.height * samples)
      let at = 0
      for (let row = 0; row < tile.height; row++)
        for (let column = 0; column < tile.width; column++)
          for (let sample = 0; sample < samples; sample++)
            data[at++] = value(x * tileWidth + column, y * tileHeight + row, sample, level, { c, z, t })
      return { ...tile, samples, pixelType, data }
    },
  }
}

/** A value for a pixel that looks random but is always the same, 0 up to `range`. */
export function scattered(x: number, y: number, sample: number, range: number): number {
  const mixed = Math.imul(
    Math.imul(x + 1, 73856093) ^ Math.imul(y + 1, 19349663) ^ (sample * 83492791),
    2654435761,
  )
  return Math.floor(((mixed >>> 0) / 2 ** 32) * range)
}

/** A tile whose values are computed from their place. */
export function tileOf(
  pixelType: PixelType,
  width: number,
  height: number,
  samples: number,
  value: (x: number, y: number, sample: number) => number,
): PixelTile {
  const data = newPixels(pixelType, width * height * samples)
  for (let at = 0; at < data.length; at++) {
    const pixel = Math.floor(at / samples)
    data[at] = value(pixel % width, Math.floor(pixel / width), at % samples)
  }
  return { width, height, samples, pixelType, data }
}
