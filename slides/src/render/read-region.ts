import { SlideError } from '../errors.ts'
import type { PixelMemory, PixelTile } from '../pixels.ts'
import type { Plane, SlideImage } from '../slide.ts'
import { allocatePixels, checkRectangle, checkRegionSize } from './region-limits.ts'
import { countTiles, levelOf, tilesHolding, tilesInOrder } from './tiles-in-order.ts'
import { valueRange } from './value-range.ts'

export type Progress = (done: number, total: number) => void

export interface LevelRegion {
  readonly level: number
  /** Whole pixels of that level; may lie outside. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly plane?: Plane | undefined
  /** Cuts the region to the level instead of filling what lies outside. */
  readonly clip?: boolean | undefined
  /** Told after each tile. */
  readonly progress?: Progress | undefined
  /** For who reads many regions one after another; new each time where left out. */
  readonly memory?: PixelMemory | undefined
}

/** What lies outside an image: white for 8-bit RGB (fully transparent where there is alpha), 0 for everything else. */
export function backgroundOf(
  image: Pick<SlideImage, 'pixelType' | 'bitDepth' | 'samples'>,
): readonly number[] {
  const white = image.pixelType === 'u8' && image.samples >= 3 ? valueRange(image)[1] : 0
  return Array.from({ length: image.samples }, (_, sample) => (sample < 3 ? white : 0))
}

/** The pixels of a rectangle of one level, as they are in the file, put together from its tiles. */
export async function readRegion(
  image: SlideImage,
  region: LevelRegion,
  signal?: AbortSignal,
): Promise<PixelTile> {
  signal?.throwIfAborted()
  const level = levelOf(image, region.level)
  checkRectangle(region)
  if (![region.x, region.y].every(Number.isSafeInteger))
    throw new SlideError('out_of_range', 'region', `begins between pixels: ${region.x}, ${region.y}`)
  checkRegionSize(region.width, region.height)
  const left = Math.max(0, region.x)
  const top = Math.max(0, region.y)
  const right = Math.min(level.width, region.x + region.width)
  const bottom = Math.min(level.height, region.y + region.height)
  const isOutside = left >= right || top >= bottom
  if (region.clip && isOutside)
    throw new SlideError(
      'out_of_range',
      'region',
      `lies outside the ${level.width} × ${level.height} px of level ${region.level}`,
    )
  const { x, y, width, height } = region.clip
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : region

  const { samples, pixelType } = image
  const data = allocatePixels(pixelType, width, height, samples, region.memory)
  if (width !== right - left || height !== bottom - top) fillPixels(data, backgroundOf(image))
  if (isOutside) return { width, height, samples, pixelType, data }

  const range = tilesHolding(level, left, top, right, bottom)
  const total = countTiles(range)
  let done = 0
  for await (const placed of tilesInOrder(image, region.level, range, region.plane, signal)) {
    const { tile } = placed
    const tileX = placed.x * level.tileWidth
    const tileY = placed.y * level.tileHeight
    const from = Math.max(left, tileX)
    const to = Math.min(right, tileX + tile.width)
    const lastRow = Math.min(bottom, tileY + tile.height)
    for (let row = Math.max(top, tileY); row < lastRow; row++) {
      const start = ((row - tileY) * tile.width + from - tileX) * samples
      const cut = tile.data.subarray(start, start + (to - from) * samples)
      data.set(cut, ((row - y) * width + from - x) * samples)
    }
    region.progress?.(++done, total)
  }
  return { width, height, samples, pixelType, data }
}

function fillPixels(data: PixelTile['data'], pixel: readonly number[]): void {
  const samples = pixel.length
  if (pixel.every((value) => value === pixel[0])) {
    data.fill(pixel[0] ?? 0)
    return
  }
  for (let i = 0; i < data.length; i++) data[i] = pixel[i % samples] ?? 0
}
