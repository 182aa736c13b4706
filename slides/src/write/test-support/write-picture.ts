import type { Plane, SlideImage } from '../../slide.ts'
import { seeded } from '../../test-support/seeded.ts'
import { createPyramid, type PyramidMemory } from '../create-pyramid.ts'
import type { PyramidOptions } from '../pyramid-options.ts'
import type { PyramidWriter, WrittenPyramid } from '../pyramid-writer.ts'
import { cut, newSamples, type Picture } from './picture.ts'

export type Order = 'rows' | 'columns' | 'backwards' | 'random'

export interface WriteOptions {
  readonly options?: Partial<PyramidOptions>
  readonly order?: Order
  /** Tiles at the edges as large as all others. */
  readonly whole?: boolean
  readonly memory?: PyramidMemory
  readonly skip?: (x: number, y: number) => boolean
}

/** The options of a picture, lossless in tiles of 32 unless told otherwise. */
export function optionsOf(picture: Picture, options: Partial<PyramidOptions> = {}): PyramidOptions {
  const { width, height, samples, pixelType } = picture
  return {
    width,
    height,
    samples,
    pixelType,
    container: 'bigtiff',
    tileSize: 32,
    smallestLevel: 32,
    compression: { kind: 'deflate' },
    ...options,
  }
}

/** Writes pictures, one a channel, and finishes. */
export async function writePicture(
  path: string,
  pictures: Picture | readonly Picture[],
  { options, order = 'rows', whole = false, memory, skip }: WriteOptions = {},
): Promise<WrittenPyramid> {
  const planes = 'data' in pictures ? [pictures] : pictures
  const resolved = optionsOf(planes[0] as Picture, options)
  const writer = await createPyramid(path, resolved, undefined, memory)
  for (const [c, picture] of planes.entries()) {
    await writeTiles(writer, picture, { c }, order, { whole, ...(skip && { skip }) })
  }
  return writer.finish()
}

async function writeTiles(
  writer: PyramidWriter,
  picture: Picture,
  plane: Plane,
  order: Order,
  { whole = false, skip }: WriteOptions,
): Promise<void> {
  const side = writer.levels[0]?.tileWidth ?? 0
  for (const [x, y] of tilesOf(picture, side, order)) {
    if (skip?.(x, y)) continue
    const width = whole ? side : Math.min(side, picture.width - x * side)
    const height = whole ? side : Math.min(side, picture.height - y * side)
    await writer.writeTile(x, y, cut(picture, x * side, y * side, width, height), plane)
  }
}

function tilesOf({ width, height }: Picture, side: number, order: Order): [number, number][] {
  const columns = Math.ceil(width / side)
  const rows = Math.ceil(height / side)
  const tiles = Array.from({ length: columns * rows }, (_, i): [number, number] =>
    order === 'columns' ? [Math.floor(i / rows), i % rows] : [i % columns, Math.floor(i / columns)],
  )
  if (order === 'backwards') tiles.reverse()
  if (order === 'random') {
    const random = seeded(5)
    for (let i = tiles.length - 1; i > 0; i--) {
      const j = random.below(i + 1)
      const [a, b] = [tiles[i], tiles[j]] as [[number, number], [number, number]]
      tiles[i] = b
      tiles[j] = a
    }
  }
  return tiles
}

/** A whole level of an image, put together from its tiles. */
export async function readLevel(image: SlideImage, level: number, plane: Plane = {}): Promise<Picture> {
  const { width, height, tileWidth, tileHeight } = image.levels[level] as SlideImage['levels'][number]
  const { samples, pixelType } = image
  if (samples === 4 || (pixelType !== 'u8' && pixelType !== 'u16')) throw new Error('is not what was written')
  const data = newSamples(pixelType, width * height * samples)
  for (let y = 0; y * tileHeight < height; y++) {
    for (let x = 0; x * tileWidth < width; x++) {
      const tile = await image.rawTile(level, x, y, plane)
      for (let row = 0; row < tile.height; row++) {
        const from = row * tile.width * samples
        const to = ((y * tileHeight + row) * width + x * tileWidth) * samples
        data.set(tile.data.subarray(from, from + tile.width * samples), to)
      }
    }
  }
  return { width, height, samples, pixelType, data }
}
