import { newPixels, type PixelTile, Repeats, readRegion, SlideError, type SlideImage } from '@cresyl/slides'

/** Large, so that few of the tiles it is made of are decoded for two of its own. */
const side = 1024

/** The level after the last of an image: half as large, each pixel the mean of four. Read from its first level. */
export function halvedImage(image: SlideImage, level: number): SlideImage {
  const from = image.levels[level]
  if (!from) throw new SlideError('out_of_range', 'image', `has no level ${level} to be halved`)
  const [width, height] = [Math.ceil(from.width / 2), Math.ceil(from.height / 2)]
  const { name, objective, pixelType, bitDepth, samples, premultipliedAlpha, channels } = image
  const { sizeZ, sizeT, stepZ, mpp } = image
  const scale = 2 * from.downsample
  const repeats = new Repeats<PixelTile>(4)
  return {
    name,
    width,
    height,
    objective,
    pixelType,
    bitDepth,
    samples,
    premultipliedAlpha,
    channels,
    sizeZ,
    sizeT,
    stepZ,
    mpp: mpp && { x: mpp.x * scale, y: mpp.y * scale },
    levels: [{ width, height, tileWidth: side, tileHeight: side, downsample: 1 }],
    iccProfile: (signal) => image.iccProfile(signal),
    encodedTile: async () => null,
    rawTile: async (_level, x, y, plane, signal) => {
      const place = { x: 2 * side * x, y: 2 * side * y, width: 2 * side, height: 2 * side }
      const whole = await readRegion(image, { level, ...place, plane, clip: true }, signal)
      // What is cut off at an edge may have the same pixels in another shape.
      if (whole.width < 2 * side || whole.height < 2 * side) return halve(whole)
      return repeats.get(whole.data, async () => halve(whole))
    },
  }
}

/** Where a side is odd, its last pixels are the mean of what there is. */
export function halve({ width, height, samples, pixelType, data }: PixelTile): PixelTile {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const halved = newPixels(pixelType, half.width * half.height * samples)
  const row = width * samples
  for (let y = 0, to = 0; y < half.height; y++) {
    const top = 2 * y * row
    const bottom = 2 * y + 1 < height ? top + row : top
    for (let x = 0; x < half.width; x++) {
      const left = 2 * x * samples
      const right = 2 * x + 1 < width ? left + samples : left
      for (let sample = 0; sample < samples; sample++, to++) {
        const above = (data[top + left + sample] as number) + (data[top + right + sample] as number)
        const below = (data[bottom + left + sample] as number) + (data[bottom + right + sample] as number)
        halved[to] = (above + below + 2) >> 2
      }
    }
  }
  return { ...half, samples, pixelType, data: halved }
}
