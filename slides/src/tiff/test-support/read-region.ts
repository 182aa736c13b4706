import { newPixels, type PixelTile } from '../../pixels.ts'
import type { TiffPage } from '../tiff.ts'

/** A part of a page, put together of its tiles. */
export async function readRegion(
  page: TiffPage,
  left: number,
  top: number,
  width: number,
  height: number,
  sample?: number,
): Promise<PixelTile> {
  const { pixelType, tileWidth, tileHeight } = page
  const samples = sample === undefined ? page.samples : 1
  const data = newPixels(pixelType, width * height * samples)
  for (let y = Math.floor(top / tileHeight); y * tileHeight < top + height; y++) {
    for (let x = Math.floor(left / tileWidth); x * tileWidth < left + width; x++) {
      const tile = await page.rawTile(x, y, sample === undefined ? {} : { sample })
      const from = Math.max(left, x * tileWidth)
      const to = Math.min(left + width, x * tileWidth + tile.width)
      const end = Math.min(top + height, y * tileHeight + tile.height)
      for (let row = Math.max(top, y * tileHeight); row < end; row++) {
        const start = ((row - y * tileHeight) * tile.width + from - x * tileWidth) * samples
        const part = tile.data.subarray(start, start + (to - from) * samples)
        data.set(part, ((row - top) * width + from - left) * samples)
      }
    }
  }
  return { width, height, samples, pixelType, data }
}
