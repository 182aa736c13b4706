import { tileLoopsBytes } from './tile-loops-bytes.ts'

/** The global, as far as it is used here: its types come with a browser's only. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { readonly exports: unknown }
}

interface Memory {
  readonly buffer: ArrayBuffer
  /** By so many pages. */
  grow(pages: number): number
}

const pageBytes = 65_536

/** The loops of `tile-loops.wat`, which says what they do. Places are in bytes of the memory. */
export interface TileLoops {
  /** Makes the memory at least so large. Views of what it was before are void if it had to grow. */
  reserve(bytes: number): ArrayBuffer
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

/** With a memory of its own. Nothing is read from disk: it works wherever this file does. */
export function createTileLoops(): TileLoops {
  const module = new WebAssembly.Module(Buffer.from(tileLoopsBytes, 'base64'))
  // Its exports are those of the text, which a test assembles anew.
  const { memory, ...loops } = new WebAssembly.Instance(module).exports as { memory: Memory } & Omit<
    TileLoops,
    'reserve'
  >
  return {
    ...loops,
    reserve(bytes) {
      const missing = bytes - memory.buffer.byteLength
      if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
      return memory.buffer
    },
  }
}

/** The next place where vectors, and numbers of any size, lie well. */
export const aligned = (place: number): number => Math.ceil(place / 16) * 16
