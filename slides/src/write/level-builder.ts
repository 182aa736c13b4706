import { type Halving, halveTile } from './halve-tile.ts'
import type { PyramidLayout, TilePlace } from './pyramid-layout.ts'
import { parentOf, quarterOf, quartersInside, tileNumber, visibleSize } from './pyramid-layout.ts'
import type { QuarterPool } from './quarter-pool.ts'
import type { TileBuffers } from './tile-buffers.ts'
import type { Samples, TileShape } from './tile-pixels.ts'
import { fillWithColor, placeQuarter, repeatEdges } from './tile-pixels.ts'

/** A whole tile with its padding; null where all of it is background. */
export interface BuiltTile {
  readonly place: TilePlace
  readonly data: Samples | null
}

/**
 * Makes each level from the one below while tiles arrive in any order. A tile is made once its (up to) four quarters
 * are there, always from the same pixels, so that the order leaves no trace.
 */
export class LevelBuilder {
  readonly #layout: PyramidLayout
  readonly #shape: TileShape
  readonly #halving: Halving
  readonly #background: readonly number[]
  readonly #tiles: TileBuffers
  readonly #quarters: TileBuffers
  readonly #pool: QuarterPool
  /** Of each tile: bits 0–3 which quarters have arrived, bits 4–7 which of them are not background. */
  readonly #arrived: Uint8Array

  constructor(
    layout: PyramidLayout,
    shape: TileShape,
    halving: Halving,
    background: readonly number[],
    tiles: TileBuffers,
    quarters: TileBuffers,
    pool: QuarterPool,
  ) {
    this.#layout = layout
    this.#shape = shape
    this.#halving = halving
    this.#background = background
    this.#tiles = tiles
    this.#quarters = quarters
    this.#pool = pool
    this.#arrived = new Uint8Array(layout.tiles)
  }

  /** Takes note of a tile, whose pixels are only looked at; resolves to the tile above once that is complete. */
  async add({ place, data }: BuiltTile): Promise<BuiltTile | undefined> {
    const parent = parentOf(this.#layout, place)
    if (!parent) return undefined
    const tile = tileNumber(this.#layout, parent)
    const quarter = quarterOf(place)
    const bits = (data ? 0x11 : 0x01) << quarter
    const arrived = (this.#arrived[tile] as number) | bits
    this.#arrived[tile] = arrived
    if (data) {
      const halved = this.#quarters.take()
      halveTile(data, halved, this.#shape, this.#halving)
      await this.#pool.put(tile, quarter, halved)
    }
    return (arrived & 15) === quartersInside(this.#layout, parent) ? this.#assemble(parent, tile) : undefined
  }

  /** The tile at `place` where some but not all of its quarters ever arrived, the rest background. */
  async completeWithBackground(place: TilePlace): Promise<BuiltTile | undefined> {
    const tile = tileNumber(this.#layout, place)
    const arrived = (this.#arrived[tile] as number) & 15
    if (arrived === 0 || arrived === quartersInside(this.#layout, place)) return undefined
    return this.#assemble(place, tile)
  }

  async #assemble(place: TilePlace, tile: number): Promise<BuiltTile> {
    const present = (this.#arrived[tile] as number) >> 4
    if (present === 0) return { place, data: null }
    const data = this.#tiles.take()
    if (present !== 15) fillWithColor(data, this.#background)
    await this.#pool.takeAll(tile, present, (quarter, index) =>
      placeQuarter(quarter, index, data, this.#shape),
    )
    const { width, height } = visibleSize(this.#layout, place)
    repeatEdges(data, this.#shape, width, height)
    return { place, data }
  }
}
