import type { Channel, PixelTile, SlideImage } from '../../slides/src/index.ts'
import { createTissue } from '../../slides/src/procedural/tissue.ts'
import { tileSide } from '../support/slide-tiles.ts'

/** µm of a pixel at full resolution. */
const mpp = 0.25
/** Tiles are made up for each: the coarser, the more there is in one, and the longer it takes. */
const levels = [
  { factor: 1, poolSide: 4 },
  { factor: 4, poolSide: 2 },
  { factor: 16, poolSide: 1 },
]

export interface MadeSource {
  side: number
  /** Per cent of it that is tissue: a square in its middle. */
  tissue: number
  stain: 'he' | 'fluorescence'
}

/** An image of any size that repeats a few tiles in memory: whoever reads it pays for no decoder. */
export function madeImage({ side, tissue, stain }: MadeSource): SlideImage {
  // Made when they are first looked at.
  const pools: Pool[] = []
  const poolOf = (level: number) => {
    const { factor = 1, poolSide = 1 } = levels[level] ?? {}
    pools[level] ??= createPool(stain, mpp * factor, poolSide)
    return pools[level]
  }
  const first = poolOf(0)
  const begin = (side * (1 - Math.sqrt(tissue / 100))) / 2
  const isInside = (place: number) => place >= begin && place < side - begin
  return {
    width: side,
    height: side,
    mpp: { x: mpp, y: mpp },
    objective: 40,
    sizeZ: 1,
    sizeT: 1,
    samples: first.samples,
    pixelType: first.pixelType,
    bitDepth: first.bitDepth,
    channels: first.channels,
    levels: levels.map(({ factor }) => ({
      width: Math.ceil(side / factor),
      height: Math.ceil(side / factor),
      downsample: factor,
      tileWidth: tileSide,
      tileHeight: tileSide,
    })),
    iccProfile: async () => null,
    encodedTile: async () => null,
    rawTile: async (level, x, y, plane = {}) => {
      const span = tileSide * (levels[level]?.factor ?? 1)
      const isTissue = isInside((x + 0.5) * span) && isInside((y + 0.5) * span)
      return poolOf(level).tile(isTissue, x, y, plane.c ?? 0)
    },
  }
}

interface Pool extends Pick<SlideImage, 'samples' | 'pixelType' | 'bitDepth'> {
  channels: readonly Channel[]
  tile(isTissue: boolean, x: number, y: number, channel: number): PixelTile
}

function createPool(stain: MadeSource['stain'], scale: number, poolSide: number): Pool {
  const size = { width: poolSide * tileSide, height: poolSide * tileSide }
  const all = createTissue({ seed: 3, stain, coverage: 1, mpp: scale, ...size })
  const { samples, pixelType, bitDepth, channels } = all
  const pictures = channels.map((_, c) =>
    Array.from({ length: poolSide ** 2 }, (_, at) =>
      all.render((at % poolSide) * tileSide, Math.floor(at / poolSide) * tileSide, tileSide, tileSide, { c }),
    ),
  )
  const glass = pictures.map(([picture]) => glassLike(picture as PixelTile))
  return {
    samples,
    pixelType,
    bitDepth,
    channels,
    tile: (isTissue, x, y, channel) =>
      (isTissue
        ? pictures[channel]?.[(y % poolSide) * poolSide + (x % poolSide)]
        : glass[channel]) as PixelTile,
  }
}

/** Bright without a stain, dark without a dye. */
const glassLike = (tile: PixelTile): PixelTile => ({
  ...tile,
  data: tile.data.slice().fill(tile.samples === 3 ? 243 : 0),
})
