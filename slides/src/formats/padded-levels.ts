import type { TiffPage } from '../tiff/tiff.ts'
import { isSmallerVersion, type Size, sameKind, sameSize } from './levels.ts'
import type { PyramidLevel } from './pyramid.ts'

/**
 * Levels whose sizes are rounded up to whole tiles, as Philips scanners store them: each half of the one before it, but
 * the sizes don't show it any more once the padding is a large part of them. Undefined where the pages are no such
 * pyramid.
 */
export function paddedLevels(pages: readonly TiffPage[]): PyramidLevel[] | undefined {
  const [full] = pages
  const tiled = pages.filter((page) => full && page.tiled && sameKind(full, page))
  if (!full || tiled[0] !== full) return undefined
  const levels = tiled.map((page, step): PyramidLevel => {
    const size = halved(full, step)
    return { page, size: isPadded(page, size) ? size : undefined }
  })
  const sizes = new Set(tiled.map(({ width, height }) => `${width} × ${height}`))
  const ordinary = sizes.size === tiled.length && tiled.slice(1).every((page) => isSmallerVersion(full, page))
  // Pages of a single tile each are as large as their padded halves: a stack, not a pyramid.
  const stack = tiled[1] !== undefined && sameSize(full, tiled[1])
  return ordinary || stack || levels.some(({ size }) => !size) ? undefined : levels
}

const halved = ({ width, height }: Size, steps: number): Size => ({
  width: Math.ceil(width / 2 ** steps),
  height: Math.ceil(height / 2 ** steps),
})

/** Whether a page is the size rounded up to whole tiles. */
export const isPadded = ({ width, height, tileWidth, tileHeight }: TiffPage, size: Size): boolean =>
  width === Math.ceil(size.width / tileWidth) * tileWidth &&
  height === Math.ceil(size.height / tileHeight) * tileHeight
