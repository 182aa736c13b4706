import { hash } from '../../test-support/made-picture.ts'
import { copyOf, type Picture } from './picture.ts'

/** A picture out of focus: a Gaussian of a standard deviation in pixels. */
export function blurred(picture: Picture, sigma: number): Picture {
  const { width, height, rgb } = picture
  if (sigma === 0) return copyOf(picture)
  const reach = Math.ceil(3.5 * sigma)
  const kernel = Float64Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)),
  )
  const total = kernel.reduce((sum, weight) => sum + weight, 0)
  const across = new Float32Array(rgb.length)
  const result = new Uint8Array(rgb.length)
  const row = width * 3
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let sample = 0; sample < 3; sample += 1) {
        let sum = 0
        for (let each = -reach; each <= reach; each += 1) {
          const from = Math.max(0, Math.min(width - 1, x + each))
          sum += (kernel[each + reach] as number) * (rgb[y * row + from * 3 + sample] as number)
        }
        across[y * row + x * 3 + sample] = sum / total
      }
  for (let y = 0; y < height; y += 1)
    for (let at = 0; at < row; at += 1) {
      let sum = 0
      for (let each = -reach; each <= reach; each += 1) {
        const from = Math.max(0, Math.min(height - 1, y + each))
        sum += (kernel[each + reach] as number) * (across[from * row + at] as number)
      }
      result[y * row + at] = sum / total + 0.5
    }
  return { width, height, rgb: result }
}

/** Takes the pixels where `isOther` from the other picture. */
export function mix(picture: Picture, other: Picture, isOther: (x: number, y: number) => boolean): Picture {
  const mixed = copyOf(picture)
  const { width, height } = picture
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!isOther(x, y)) continue
      const at = (y * width + x) * 3
      mixed.rgb.set(other.rgb.subarray(at, at + 3), at)
    }
  return mixed
}

/** Sensors add noise after the optics have blurred: nearly normal, in levels of 256. */
export function withNoise(picture: Picture, deviation: number): Picture {
  const noisy = copyOf(picture)
  for (let at = 0; at < noisy.rgb.length; at += 1) {
    const chance = hash(at, 4711)
    const sum = (chance & 255) + ((chance >>> 8) & 255) + ((chance >>> 16) & 255) + (chance >>> 24) - 510
    noisy.rgb[at] = Math.max(
      0,
      Math.min(255, Math.round((noisy.rgb[at] as number) + (deviation * sum) / 147.8)),
    )
  }
  return noisy
}
