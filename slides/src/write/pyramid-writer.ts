import type { PixelTile } from '../pixels.ts'
import type { Level, Plane } from '../slide.ts'

/** Writes one file. Arguments that make no sense reject and change nothing; any other failure ends the writer. */
export interface PyramidWriter {
  /** Full resolution first. */
  readonly levels: readonly Level[]
  /**
   * Takes a tile of full resolution, in any order, each at most once. At the edges it may be whole or cut to the image.
   * Resolves when there is room for another tile; its data may then be used again.
   */
  writeTile(x: number, y: number, tile: PixelTile, plane?: Plane): Promise<void>
  /**
   * Takes a tile of a given level that is encoded already: a whole JPEG of the file's tile size and subsampling, a
   * zlib stream of differences (predictor 2), or little-endian samples. Those of the last given level are decoded to
   * compute the levels after it; what can't be decoded rejects and changes nothing.
   */
  writeEncodedTile(level: number, x: number, y: number, bytes: Uint8Array, plane?: Plane): Promise<void>
  /** Tiles that were never written are background. Resolves once the file is whole and safe on the disk. */
  finish(): Promise<WrittenPyramid>
  /** Removes what was written. Does nothing to a finished file. */
  abort(): Promise<void>
}

export interface WrittenPyramid {
  readonly bytes: number
  /** Of all levels and planes. */
  readonly tiles: number
  /** Those that share the one tile of background. */
  readonly sharedTiles: number
}
