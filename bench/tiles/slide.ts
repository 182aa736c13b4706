import {
  createPyramid,
  createTissue,
  encodePart,
  openSlide,
  type PartTile,
  type PyramidOptions,
  type SlideImage,
} from '../../slides/src/index.ts'
import { seeded } from '../../slides/src/test-support/seeded.ts'
import { tileSide } from '../support/slide-tiles.ts'

/** Pixels a side at full resolution. */
export const slideSide = 32_768
/** Each half as large as the one before, down to this many pixels a side. */
const smallestLevel = 256
export const levelCount = Math.log2(slideSide / smallestLevel) + 1

/** The square of tissue that the slide repeats: so many levels of it end in one tile. */
const blockLevels = 4
const blockSide = tileSide * 2 ** (blockLevels - 1)

/** Level 0 is full resolution. */
export interface TileName {
  level: number
  x: number
  y: number
}

/** Tiles of 14 kB, as scanners write them. */
const compression = { kind: 'jpeg', quality: 70, subsampling: '4:2:0' } as const

/** A slide that is all tissue. Its tiles are encoded once and written again and again, each in a place of its own. */
export async function writeTilesSlide(path: string): Promise<void> {
  const options: PyramidOptions = {
    width: slideSide,
    height: slideSide,
    mpp: { x: 0.25, y: 0.25 },
    compression,
    smallestLevel,
    givenLevels: blockLevels,
    pixelType: 'u8',
    samples: 3,
    container: 'bigtiff',
  }
  const size = { width: blockSide, height: blockSide }
  const tissue = createTissue({ seed: 1, stain: 'he', coverage: 1, ...size })
  const pixels = tissue.render(0, 0, blockSide, blockSide)
  const block: PartTile[] = []
  for await (const tile of encodePart(options, { levels: blockLevels, x: 0, y: 0, pixels })) block.push(tile)
  const writer = await createPyramid(path, options)
  const blocks = slideSide / blockSide
  for (let row = 0; row < blocks; row += 1) {
    for (let column = 0; column < blocks; column += 1) {
      for (const { level, x, y, bytes } of block) {
        const across = blockSide / tileSide / 2 ** level
        await writer.writeEncodedTile(level, column * across + x, row * across + y, bytes)
      }
    }
  }
  await writer.finish()
}

/** Different tiles of the two finest levels in an order that is always the same, four of five at full resolution. */
export function chooseTiles(count: number): TileName[] {
  const random = seeded(6)
  const chosen = new Map<string, TileName>()
  while (chosen.size < count) {
    const level = random.below(5) === 0 ? 1 : 0
    const across = slideSide / tileSide / 2 ** level
    const tile = { level, x: random.below(across), y: random.below(across) }
    chosen.set(fileNameOf(tile), tile)
  }
  return [...chosen.values()]
}

export const fileNameOf = ({ level, x, y }: TileName): string => `${level}-${x}-${y}.jpg`

/** The tiles as JPEG files of their own, by the library alone. */
export async function readTiles(path: string, tiles: readonly TileName[]): Promise<Uint8Array[]> {
  const slide = await openSlide(path)
  try {
    const [image] = slide.images as [SlideImage]
    const found: Uint8Array[] = []
    for (const { level, x, y } of tiles) {
      const tile = await image.encodedTile(level, x, y)
      if (tile === null) throw new Error(`Tile ${level}/${x}/${y} of the slide that was made is no JPEG`)
      found.push(tile.bytes)
    }
    return found
  } finally {
    await slide.close()
  }
}
