import type { PixelTile } from '../pixels.ts'

/** A part of what was drawn at once. */
export function cutTile(
  from: PixelTile,
  left: number,
  top: number,
  width: number,
  height: number,
): PixelTile {
  const { samples, data } = from
  const row = width * samples
  const cutData = data.slice(0, row * height)
  for (let y = 0; y < height; y++) {
    const start = ((top + y) * from.width + left) * samples
    cutData.set(data.subarray(start, start + row), y * row)
  }
  return { width, height, samples, pixelType: from.pixelType, data: cutData }
}
