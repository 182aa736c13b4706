import type { PixelTile } from '../../slides/src/pixels.ts'
import { createTissue } from '../../slides/src/procedural/tissue.ts'

/** Side of every tile here, in pixels. */
export const tileSide = 256

/** Tiles that lie apart on a slide that is all tissue, so that they differ as those of a scanner do. */
export function makeTissueTiles(count: number, stain: 'he' | 'fluorescence'): PixelTile[] {
  const across = Math.ceil(Math.sqrt(count))
  const step = 5 * tileSide
  const side = across * step
  const tissue = createTissue({ seed: 1, width: side, height: side, stain, coverage: 1 })
  return Array.from({ length: count }, (_, index) =>
    tissue.render((index % across) * step, Math.floor(index / across) * step, tileSide, tileSide),
  )
}
