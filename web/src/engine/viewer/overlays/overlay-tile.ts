import type { Freeable } from '../tiles/byte-cache.ts'
import type { Size } from '../viewport.ts'
import { coloured, type Lookup } from './lookup.ts'

/** The numbers of a tile, and how they look. */
export interface OverlayTile extends Freeable, Size {
  valueAt(x: number, y: number): number
  /** Coloured once for each lookup, however often it is drawn; null where the browser can't. */
  painted(lookup: Lookup): CanvasImageSource | null
}

export function createOverlayTile(values: Uint8Array, { width, height }: Size): OverlayTile {
  let canvas: OffscreenCanvas | null = null
  let paintedWith: Lookup | null = null
  return {
    width,
    height,
    // A byte for each number and four for its colour.
    bytes: 5 * values.length,
    valueAt: (x, y) => (x >= 0 && x < width && y >= 0 && y < height ? (values[y * width + x] ?? 0) : 0),
    painted: (lookup) => {
      if (paintedWith === lookup) return canvas
      canvas ??= new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (context === null) return null
      context.putImageData(new ImageData(coloured(values, lookup), width, height), 0, 0)
      paintedWith = lookup
      return canvas
    },
    free: () => {
      canvas = null
      paintedWith = null
    },
  }
}
