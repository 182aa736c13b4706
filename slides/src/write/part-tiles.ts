import { halveTile } from './halve-tile.ts'
import type { PyramidLayout } from './pyramid-layout.ts'
import { levelOf, quarterOf, visibleSize } from './pyramid-layout.ts'
import type { PyramidPlan } from './pyramid-options.ts'
import { TileBuffers } from './tile-buffers.ts'
import type { Samples, TileShape } from './tile-pixels.ts'
import { fillWithColor, hasOneColor, placeQuarter, repeatEdges } from './tile-pixels.ts'

/** A whole tile with its padding, in a buffer that whoever gets it gives back. */
export interface PartPixels {
  readonly level: number
  readonly x: number
  readonly y: number
  readonly data: Samples
}

/** A part as it is cut: which of such squares it is, and how many levels are made of it. */
export interface PartPlace {
  readonly levels: number
  readonly x: number
  readonly y: number
  readonly pixels: { readonly width: number }
}

type Place = Omit<PartPixels, 'data'>

/**
 * Cuts parts into tiles, and halves four of them to one as soon as they are there: of each level no more than one tile
 * is held. Tiles of background are left out.
 */
export function createPartTiles(
  { tileSize: side, samples, pixelType, background, halving }: PyramidPlan,
  layout: PyramidLayout,
  buffers: TileBuffers,
): (part: PartPlace, source: Samples) => Generator<PartPixels> {
  const shape: TileShape = { side, samples }
  const quarters = new TileBuffers(pixelType, (side * side * samples) / 4)

  const isBackground = (data: Samples, place: Place) => {
    const { width, height } = visibleSize(layout, { plane: 0, ...place })
    return hasOneColor(data, shape, width, height, background)
  }

  return function* tilesOf(part, source) {
    const across = 2 ** (part.levels - 1)
    const stride = part.pixels.width * samples

    const cut = ({ x, y }: Place): Samples => {
      const { width, height } = visibleSize(layout, { plane: 0, level: 0, x, y })
      const data = buffers.take()
      const start = (y - part.y * across) * side * stride + (x - part.x * across) * side * samples
      for (let row = 0; row < height; row++) {
        const from = start + row * stride
        data.set(source.subarray(from, from + width * samples), row * side * samples)
      }
      repeatEdges(data, shape, width, height)
      return data
    }

    /** Also all that it is made of, which comes first; tells whether there is anything but background. */
    function* build(place: Place, above: Samples | undefined): Generator<PartPixels, boolean> {
      const data = place.level === 0 ? cut(place) : yield* merge(place)
      if (data === undefined || isBackground(data, place)) {
        if (data) buffers.giveBack(data)
        return false
      }
      if (above) {
        const quarter = quarters.take()
        halveTile(data, quarter, shape, halving)
        placeQuarter(quarter, quarterOf({ plane: 0, ...place }), above, shape)
        quarters.giveBack(quarter)
      }
      yield { ...place, data }
      return true
    }

    /** Undefined where all four are background. */
    function* merge({ level, x, y }: Place): Generator<PartPixels, Samples | undefined> {
      const { columns, rows } = levelOf(layout, level - 1)
      const data = buffers.take()
      fillWithColor(data, background)
      let isSeen = false
      for (const [column, row] of [
        [2 * x, 2 * y],
        [2 * x + 1, 2 * y],
        [2 * x, 2 * y + 1],
        [2 * x + 1, 2 * y + 1],
      ] as const) {
        if (column >= columns || row >= rows) continue
        if (yield* build({ level: level - 1, x: column, y: row }, data)) isSeen = true
      }
      if (!isSeen) {
        buffers.giveBack(data)
        return undefined
      }
      const { width, height } = visibleSize(layout, { plane: 0, level, x, y })
      repeatEdges(data, shape, width, height)
      return data
    }

    yield* build({ level: part.levels - 1, x: part.x, y: part.y }, undefined)
  }
}
