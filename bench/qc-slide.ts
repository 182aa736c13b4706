import { encodeJpeg } from '../slides/src/codecs/jpeg.ts'
import type { PixelTile } from '../slides/src/pixels.ts'
import { createTissue } from '../slides/src/procedural/tissue.ts'
import { compressions, photometrics } from '../slides/src/tiff/tags.ts'
import { aperioDescription, type SlidePage, writeSlideFile } from './slide-file.ts'
import { tileSide } from './slide-tiles.ts'

/** µm per pixel at full resolution. */
const mpp = 0.25
const factors = [1, 4, 16]
/** Different tiles of tissue on each level. */
const tissueTiles = 12

export interface QcSlide {
  readonly width: number
  readonly height: number
  /** Per cent of the slide that is tissue. */
  readonly tissue: number
}

/** Encoded tiles of each level: tissue as it looks there, then glass. */
export async function makeQcTiles(): Promise<Uint8Array[]> {
  const encoded: Uint8Array[] = []
  for (const factor of factors) {
    const scale = mpp * factor
    const side = tissueTiles * 2 * tileSide
    const size = { width: side, height: side, mpp: Math.min(4, scale), noise: 3 }
    const tissue = createTissue({ seed: 7, stain: 'he', coverage: 1, ...size })
    const tiles = Array.from({ length: tissueTiles }, (_, index) => {
      const at = index * 2 * tileSide
      return tissue.render(at, at, tileSide, tileSide)
    })
    for (const tile of [...tiles, glassTile()])
      encoded.push(await encodeJpeg(tile, { quality: 80, subsampling: '4:2:0' }))
  }
  return encoded
}

/** Nearly white, as uneven as sensors are. */
function glassTile(): PixelTile {
  const data = new Uint8Array(tileSide * tileSide * 3)
  for (let at = 0; at < data.length; at += 1) data[at] = 241 + (Math.imul(at, 0x9e3779b1) >>> 30)
  return { width: tileSide, height: tileSide, samples: 3, pixelType: 'u8', data }
}

/** A slide with the levels of a scanner, tissue in one piece: each tile of the coarsest level is tissue or glass. */
export function writeQcSlide(
  path: string,
  { width, height, tissue }: QcSlide,
  tiles: readonly Uint8Array[],
): Promise<unknown> {
  const coarsest = factors.at(-1) ?? 1
  const columns = Math.ceil(width / coarsest / tileSide)
  const rows = Math.ceil(height / coarsest / tileSide)
  const isTissue = (column: number, row: number) => row * columns + column < (tissue / 100) * columns * rows
  const pages = factors.map((factor, level): SlidePage => {
    const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) }
    const across = Math.ceil(size.width / tileSide)
    const above = coarsest / factor
    const first = level * (tissueTiles + 1)
    const tileAt = (index: number) => {
      const [column, row] = [index % across, Math.floor(index / across)]
      const here = isTissue(Math.floor(column / above), Math.floor(row / above))
      return first + (here ? (column * 7 + row * 5) % tissueTiles : tissueTiles)
    }
    const description =
      factor === 1
        ? aperioDescription(width, height)
            .replace('MPP = 0.4990', `MPP = ${mpp}`)
            .replace('AppMag = 20', 'AppMag = 40')
        : `Aperio Image Library v11.2.1\r\n${width}x${height} -> ${size.width}x${size.height}`
    return { ...size, description, tileAt }
  })
  const [full, ...lower] = pages
  const thumbnail: SlidePage = {
    ...{ width: tileSide, height: tileSide, tiled: false },
    description: `Aperio Image Library v11.2.1\r\nthumbnail ${tileSide}x${tileSide}`,
  }
  const kind = { compression: compressions.jpeg, photometric: photometrics.ycbcr, samples: 3, bits: 8 }
  return writeSlideFile(path, [full as SlidePage, thumbnail, ...lower], kind, tiles)
}
