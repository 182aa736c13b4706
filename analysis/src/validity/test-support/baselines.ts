import { otsuSplit } from '../../tissue/otsu.ts'
import type { Picture } from './picture.ts'

/** Brightness of each pixel, 0 to 255. */
export function greyOf({ rgb, width, height }: Picture): Uint8Array {
  const grey = new Uint8Array(width * height)
  for (let pixel = 0, at = 0; pixel < grey.length; pixel += 1, at += 3)
    grey[pixel] =
      0.299 * (rgb[at] as number) + 0.587 * (rgb[at + 1] as number) + 0.114 * (rgb[at + 2] as number)
  return grey
}

/** How colourful each pixel is, 0 to 255: saturation of hue, saturation and value. */
export function saturationOf({ rgb, width, height }: Picture): Uint8Array {
  const saturation = new Uint8Array(width * height)
  for (let pixel = 0, at = 0; pixel < saturation.length; pixel += 1, at += 3) {
    const [red, green, blue] = [rgb[at] as number, rgb[at + 1] as number, rgb[at + 2] as number]
    const high = Math.max(red, green, blue)
    saturation[pixel] = high === 0 ? 0 : (255 * (high - Math.min(red, green, blue))) / high
  }
  return saturation
}

/** 255 where a value lies above, or below, Otsu's split of all values. */
export function otsuMask(values: Uint8Array, side: 'above' | 'below'): Uint8Array {
  const histogram = new Float64Array(256)
  for (const value of values) histogram[value] = (histogram[value] as number) + 1
  const threshold = otsuSplit(histogram)?.threshold ?? 255
  return values.map((value) => (value > threshold === (side === 'above') ? 255 : 0))
}

/** Otsu's split of any numbers, by their logarithm: whether each is of the lower class. */
export function lowerClass(values: readonly number[]): boolean[] {
  const logs = values.map((value) => Math.log(Math.max(1e-6, value)))
  const [low, high] = [Math.min(...logs), Math.max(...logs)]
  const bins = logs.map((log) => (high > low ? Math.floor((255 * (log - low)) / (high - low)) : 0))
  const histogram = new Float64Array(256)
  for (const bin of bins) histogram[bin] = (histogram[bin] as number) + 1
  const threshold = otsuSplit(histogram)?.threshold ?? -1
  return bins.map((bin) => bin <= threshold)
}

export function varianceIn(
  grey: Uint8Array | Uint16Array,
  width: number,
  left: number,
  top: number,
  side: number,
): number {
  let [sum, squares] = [0, 0]
  for (let y = top; y < top + side; y += 1)
    for (let at = y * width + left, end = at + side; at < end; at += 1) {
      const value = grey[at] as number
      sum += value
      squares += value * value
    }
  const pixels = side * side
  return squares / pixels - (sum / pixels) ** 2
}
