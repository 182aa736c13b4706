import type { PixelData, PixelTile, SlideImage } from '@cresyl/slides'

/**
 * Red, green and blue of 8 bits: of grey all three are the same, other bits are spread over them. What is
 * transparent shows white.
 */
export function toRgb(
  tile: PixelTile,
  { bitDepth, premultipliedAlpha }: Pick<SlideImage, 'bitDepth' | 'premultipliedAlpha'>,
): Uint8Array {
  const { data, samples, width, height } = tile
  if (samples === 3 && data instanceof Uint8Array && bitDepth >= 8) return data
  const pixels = width * height
  const rgb = new Uint8Array(pixels * 3)
  const scale = 255 / (2 ** bitDepth - 1)
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    for (let sample = 0; sample < 3; sample += 1) {
      const value = (data[pixel * samples + (samples < 3 ? 0 : sample)] ?? 0) * scale
      const cover = samples === 4 ? (data[pixel * 4 + 3] ?? 0) * scale : 255
      const weight = premultipliedAlpha ? 255 : cover
      rgb[pixel * 3 + sample] = Math.max(0, Math.min(255, 255 - cover + (value * weight) / 255))
    }
  }
  return rgb
}

/** One value a pixel: of colours, which on a dark ground are channels that were mixed for display, the brightest. */
export function toSingle(tile: PixelTile): PixelData {
  const { data, samples, width, height } = tile
  if (samples === 1) return data
  const single = data.slice(0, width * height)
  for (let pixel = 0, at = 0; pixel < single.length; pixel += 1, at += samples)
    single[pixel] = Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
  return single
}

/** The tile as measures get it: RGB of brightfield, a plane of each channel of fluorescence. */
export function storedPixels(
  image: SlideImage,
  modality: 'brightfield' | 'fluorescence',
  planes: readonly PixelTile[],
): readonly PixelData[] {
  return modality === 'brightfield'
    ? planes.slice(0, 1).map((tile) => toRgb(tile, image))
    : planes.map(toSingle)
}
