import { encodeJpeg } from '../../slides/src/codecs/jpeg.ts'
import type { PixelTile } from '../../slides/src/pixels.ts'
import { compressions, photometrics } from '../../slides/src/tiff/tags.ts'
import { aperioDescription, type SlidePage, writeSlideFile } from '../support/slide-file.ts'
import { tileSide } from '../support/slide-tiles.ts'
import {
  cutTile,
  glassTile,
  layOver,
  type Patch,
  partOf,
  renderPatch,
  type Shape,
  shapeTissue,
  shrinkPatch,
} from './tissue.ts'

/** µm per pixel at full resolution. */
const mpp = 0.25
const factors = [1, 4, 16]

export interface QcSlide {
  readonly width: number
  readonly height: number
  /** Per cent of the slide that is tissue. */
  readonly tissue: number
}

/** What the tiles of a level are made of. */
interface LevelTiles {
  readonly patch: Patch
  /** Glass, then every part of the patch. */
  readonly encoded: readonly Uint8Array[]
}

const encode = (tile: PixelTile) => encodeJpeg(tile, { quality: 80, subsampling: '4:2:0' })

/** One piece of tissue for the two lower levels, another for full resolution, of which only some tiles are looked at. */
export async function makeQcTiles(): Promise<LevelTiles[]> {
  const lower = renderPatch(7, mpp * 4, 8)
  const levels: LevelTiles[] = []
  for (const patch of [renderPatch(7, mpp, 2), lower, shrinkPatch(lower, 4)]) {
    const encoded = [await encode(glassTile())]
    for (let part = 0; part < (2 * patch.tiles) ** 2; part += 1)
      encoded.push(await encode(cutTile(patch, part)))
    levels.push({ patch, encoded })
  }
  return levels
}

/** A slide with the levels of a scanner and tissue in one piece. Tiles at its edge are made for it, the others shared. */
export async function writeQcSlide(
  path: string,
  { width, height, tissue }: QcSlide,
  levels: readonly LevelTiles[],
): Promise<void> {
  const shape = shapeTissue(7, width * mpp, height * mpp, tissue / 100)
  const tiles: Uint8Array[] = []
  const pages: SlidePage[] = []
  for (const [index, level] of levels.entries()) {
    const factor = factors[index] ?? 1
    const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) }
    const placed = await placeTiles(size, mpp * factor, level, shape, tiles)
    pages.push({ ...size, description: describe(factor, width, height), tileAt: (tile) => placed[tile] ?? 0 })
  }
  const [full, ...lower] = pages
  const thumbnail: SlidePage = {
    width: tileSide,
    height: tileSide,
    tiled: false,
    description: `Aperio Image Library v11.2.1\r\nthumbnail ${tileSide}x${tileSide}`,
  }
  const kind = { compression: compressions.jpeg, photometric: photometrics.ycbcr, samples: 3, bits: 8 }
  await writeSlideFile(path, [full as SlidePage, thumbnail, ...lower], kind, tiles)
}

/** Which of `tiles` lies where, row by row; puts those that the level needs to them. */
async function placeTiles(
  size: { width: number; height: number },
  scale: number,
  { patch, encoded }: LevelTiles,
  shape: Shape,
  tiles: Uint8Array[],
): Promise<number[]> {
  const glass = tiles.length
  tiles.push(...encoded)
  const placed: number[] = []
  const side = tileSide * scale
  for (let row = 0; row * tileSide < size.height; row += 1)
    for (let column = 0; column * tileSide < size.width; column += 1) {
      const [left, top] = [column * side, row * side]
      const part = partOf(patch, column, row)
      const kind = shape.kindOf(left, top, side)
      // Nothing looks closely at the edge of tissue at full resolution.
      const isTissue =
        kind === 'edge' && scale === mpp ? shape.contains(left + side / 2, top + side / 2) : kind === 'tissue'
      if (kind !== 'edge' || scale === mpp) placed.push(isTissue ? glass + 1 + part : glass)
      else {
        placed.push(tiles.length)
        const isInside = (x: number, y: number) => shape.contains(left + x * scale, top + y * scale)
        tiles.push(await encode(layOver(cutTile(patch, part), glassTile(), isInside)))
      }
    }
  return placed
}

const describe = (factor: number, width: number, height: number): string =>
  factor === 1
    ? aperioDescription(width, height)
        .replace('MPP = 0.4990', `MPP = ${mpp}`)
        .replace('AppMag = 20', 'AppMag = 40')
    : `Aperio Image Library v11.2.1\r\n${width}x${height} -> ${Math.ceil(width / factor)}x${Math.ceil(height / factor)}`
