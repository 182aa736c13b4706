import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { newPixels, type PixelData, type PixelMemory, type PixelType } from '../pixels.ts'

const megapixels = (count: number) => `${Math.round(count / 1e6)} MP`

/** Refuses sizes that are no sizes and those beyond what is made in one go. */
export function checkRegionSize(width: number, height: number): void {
  if (!(Number.isInteger(width) && Number.isInteger(height) && width >= 1 && height >= 1))
    throw new SlideError('out_of_range', 'region', `has no whole number of pixels: ${width} × ${height}`)
  const size = `would be ${width} × ${height} px`
  if (width > limits.imageSide || height > limits.imageSide)
    throw new SlideError('too_large', 'region', `${size}, beyond ${limits.imageSide} px a side`)
  if (width * height > limits.regionPixels) {
    const most = `${megapixels(width * height)} of at most ${megapixels(limits.regionPixels)}`
    throw new SlideError('too_large', 'region', `${size}, ${most}; ask for less or at a coarser scale`)
  }
}

/** Refuses regions that take hours to read: those at a coarse scale of an image without coarse levels. */
export function checkSourceSize(level: number, pixels: number): void {
  if (pixels <= limits.regionSourcePixels) return
  const most = `${megapixels(pixels)} of level ${level}, of at most ${megapixels(limits.regionSourcePixels)}`
  const remedy = 'ask for less, or for a file with coarser levels'
  throw new SlideError('too_large', 'region', `would be made from ${most}; ${remedy}`)
}

/** Refuses regions whose numbers are no rectangle. */
export function checkRectangle(region: { x: number; y: number; width: number; height: number }): void {
  const { x, y, width, height } = region
  if ([x, y, width, height].every(Number.isFinite) && width > 0 && height > 0) return
  const numbers = `x ${x}, y ${y}, width ${width}, height ${height}`
  throw new SlideError('out_of_range', 'region', `is no rectangle: ${numbers}`)
}

/** Room for a region, or an error that says how much was wanted. */
export function allocatePixels(
  type: PixelType,
  width: number,
  height: number,
  samples: number,
  memory: PixelMemory = newPixels,
): PixelData {
  checkRegionSize(width, height)
  try {
    return memory(type, width * height * samples)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const size = `${width} × ${height} px of ${samples} × ${type}`
    throw new SlideError('too_large', 'region', `${size} don't fit into this machine's memory`, { cause })
  }
}
