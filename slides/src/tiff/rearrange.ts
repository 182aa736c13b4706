import { newPixels, type PixelTile } from '../pixels.ts'

/** The upper left part of a tile; the tile itself where that is all of it. */
export function cutTile(tile: PixelTile, width: number, height: number): PixelTile {
  if (tile.width === width && tile.height === height) return tile
  const { samples, pixelType } = tile
  const rowSamples = width * samples
  const data = newPixels(pixelType, rowSamples * height)
  for (let row = 0; row < height; row++) {
    const from = row * tile.width * samples
    data.set(tile.data.subarray(from, from + rowSamples), row * rowSamples)
  }
  return { width, height, samples, pixelType, data }
}

/** One sample of each pixel. */
export function takeSample(tile: PixelTile, sample: number): PixelTile {
  if (tile.samples === 1) return tile
  const { width, height, samples, pixelType } = tile
  const data = newPixels(pixelType, width * height)
  for (let i = 0, from = sample; i < data.length; i++, from += samples) data[i] = tile.data[from] as number
  return { width, height, samples: 1, pixelType, data }
}

/** The first samples of each pixel; the tile itself where these are all. */
export function takeFirstSamples(tile: PixelTile, taken: number): PixelTile {
  if (tile.samples === taken) return tile
  const { width, height, samples, pixelType } = tile
  const data = newPixels(pixelType, width * height * taken)
  for (let from = 0, to = 0; to < data.length; from += samples, to += taken) {
    for (let sample = 0; sample < taken; sample++) data[to + sample] = tile.data[from + sample] as number
  }
  return { width, height, samples: taken, pixelType, data }
}

/** Planes of one sample each, side by side. */
export function joinPlanes(planes: readonly PixelTile[]): PixelTile {
  const [first] = planes as [PixelTile]
  const { width, height, pixelType } = first
  const samples = planes.length
  const data = newPixels(pixelType, width * height * samples)
  for (const [sample, plane] of planes.entries()) {
    for (let i = 0, to = sample; i < plane.data.length; i++, to += samples) data[to] = plane.data[i] as number
  }
  return { width, height, samples, pixelType, data }
}

/**
 * For photometric 0, where white is stored as 0; only unsigned samples have a highest value, by their bits. In place.
 */
export function invertSample({ data, samples, pixelType }: PixelTile, sample: number, bits: number): void {
  if (!pixelType.startsWith('u')) return
  const highest = 2 ** bits - 1
  for (let i = sample; i < data.length; i += samples) data[i] = highest - (data[i] as number)
}
