import { thingTileSide } from './thing-tile.ts'

/** Cells of a density tile a side: each says how many things of each class lie in it. */
export const densityCells = 64

/** Pixels of the grid that a tile of a level spans; level 0 has single things. */
export const tileSpan = (level: number): number => thingTileSide * 2 ** level

/** Counts of one class after the other, each row by row. All things are counted: nothing is a sample. */
export class DensityTile {
  readonly counts: Uint32Array

  constructor(classes: number, counts = new Uint32Array(classes * densityCells ** 2)) {
    this.counts = counts
  }

  add(kind: number, column: number, row: number, count = 1): void {
    const at = (kind * densityCells + row) * densityCells + column
    this.counts[at] = (this.counts[at] as number) + count
  }

  get total(): number {
    return this.counts.reduce((sum, count) => sum + count, 0)
  }

  /** Adds this tile to its quarter of the tile of the next level. `x` and `y` are its own column and row. */
  addTo(parent: DensityTile, x: number, y: number): void {
    const half = densityCells / 2
    const [left, top] = [(x % 2) * half, (y % 2) * half]
    const classes = this.counts.length / densityCells ** 2
    for (let kind = 0; kind < classes; kind += 1) {
      for (let row = 0; row < densityCells; row += 1) {
        for (let column = 0; column < densityCells; column += 1) {
          const count = this.counts[(kind * densityCells + row) * densityCells + column] as number
          if (count > 0) parent.add(kind, left + (column >> 1), top + (row >> 1), count)
        }
      }
    }
  }

  /** Little-endian, u32 each. */
  encode(): Uint8Array {
    const bytes = new Uint8Array(this.counts.length * 4)
    const view = new DataView(bytes.buffer)
    for (const [index, count] of this.counts.entries()) view.setUint32(4 * index, count, true)
    return bytes
  }

  static decode(bytes: Uint8Array): DensityTile {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const counts = Uint32Array.from({ length: bytes.length / 4 }, (_, index) =>
      view.getUint32(4 * index, true),
    )
    return new DensityTile(counts.length / densityCells ** 2, counts)
  }
}
