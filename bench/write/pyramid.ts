import { readFile } from 'node:fs/promises'
import { createPyramid, type PixelTile, type PyramidCompression, pixelsOf } from '../../slides/src/index.ts'
import { takeOrders } from '../support/child.ts'
import { processorOf } from '../support/processor.ts'
import { tileSide } from '../support/slide-tiles.ts'
import { orderOf, poolTileAt, type TileLayout } from './layout.ts'

export interface WriteOrder {
  path: string
  /** The samples of the pool's tiles, one after the other. */
  pool: string
  pixels: 'rgb' | 'u16'
  compression: PyramidCompression
  layout: TileLayout
  order: 'rows' | 'random'
}

export interface WriteReport {
  /** CPU of the whole file. */
  milliseconds: number
  bytes: number
}

/** Runs in a process of its own, so that its memory is that of one writer. */
takeOrders(async ({ path, pool, pixels, compression, layout, order }: WriteOrder): Promise<WriteReport> => {
  const kind =
    pixels === 'rgb'
      ? ({ pixelType: 'u8', samples: 3 } as const)
      : ({ pixelType: 'u16', samples: 1 } as const)
  const tiles = splitPool(await readFile(pool), kind)
  const background = { ...(tiles[0] as PixelTile), data: blank(tiles[0] as PixelTile) }
  const side = layout.across * tileSide
  let bytes = 0
  const milliseconds = await processorOf(async () => {
    const options = { width: side, height: side, container: 'bigtiff', compression, overwrite: true } as const
    const writer = await createPyramid(path, { ...kind, ...options })
    for (const index of orderOf(layout, order)) {
      const [x, y] = [index % layout.across, Math.floor(index / layout.across)]
      const number = poolTileAt(layout, tiles.length, x, y)
      await writer.writeTile(x, y, number === null ? background : (tiles[number] as PixelTile))
    }
    bytes = (await writer.finish()).bytes
  })
  return { milliseconds, bytes }
})

function splitPool(pool: Uint8Array, kind: Pick<PixelTile, 'pixelType' | 'samples'>): PixelTile[] {
  const all = pixelsOf(kind.pixelType, new Uint8Array(pool))
  const length = tileSide * tileSide * kind.samples
  return Array.from({ length: all.length / length }, (_, index) => ({
    ...kind,
    width: tileSide,
    height: tileSide,
    data: all.subarray(index * length, (index + 1) * length),
  }))
}

/** White, or dark where there is one channel. */
const blank = ({ data, samples }: PixelTile) => data.slice().fill(samples === 3 ? 255 : 0)
