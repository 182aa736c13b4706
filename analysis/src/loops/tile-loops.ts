import { instantiate, type WithMemory } from './instantiate.ts'
import { tileLoopsBytes } from './tile-loops-bytes.ts'

/** The loops of `tile-loops.wat`, which says what they do. Places are in bytes of the memory. */
interface Loops {
  greyOfRgb(rgb: number, pixels: number, grey: number): void
  lookUp(rgb: number, pixels: number, tables: number, sums: number): void
  addUp(bytes: number, count: number, sums: number): void
  blurInner(sums: number, count: number, length: number, half: number, share: number, blurred: number): void
  blurColumns(
    added: number,
    taken: number,
    sums: number,
    width: number,
    half: number,
    share: number,
    blurred: number,
  ): void
  sumBlocks(
    grey: number,
    width: number,
    height: number,
    products: number,
    sums: number,
    squares: number,
  ): void
  countColumns(
    light: number,
    width: number,
    from: number,
    to: number,
    first: number,
    shift: number,
    counted: number,
  ): void
  countRow(light: number, width: number, from: number, to: number, shift: number): number
  markEnds(rgb: number, width: number, height: number, marks: number): void
  markEdges(
    values: number,
    width: number,
    height: number,
    least: number,
    most: number,
    inside: number,
    marks: number,
  ): void
}

export type TileLoops = Loops & WithMemory

export const createTileLoops = (): TileLoops => instantiate<Loops>(tileLoopsBytes)
