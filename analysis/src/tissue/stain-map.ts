import { forEachDensity } from './densities.ts'
import type { ColorPicture, GlassColor } from './glass.ts'

/** Values of a stain map for an optical density of 1 (natural logarithm). */
export const stainUnit = 200

/**
 * How much stain there seems to be at each pixel: twice the highest optical density of the three colours less the
 * lowest, so that colour counts and grey shadows count half. 0..255, `stainUnit` for 1.
 */
export function mapStain(picture: ColorPicture, glass: GlassColor): Uint8Array {
  const result = new Uint8Array(picture.unknown.length)
  forEachDensity(picture, glass, (pixel, red, green, blue) => {
    const value = (2 * Math.max(red, green, blue) - Math.min(red, green, blue)) * stainUnit
    result[pixel] = Math.min(255, value)
  })
  return result
}

/** Means over squares of (2 radius + 1)², cut at the edges. */
export function blurBox(map: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  return blurLines(blurLines(map, width, height, 1, width, radius), height, width, width, 1, radius)
}

/** `lines` lines of `length` values, `step` apart in each, beginning `stride` apart. */
function blurLines(
  map: Uint8Array,
  length: number,
  lines: number,
  step: number,
  stride: number,
  radius: number,
): Uint8Array {
  const result = new Uint8Array(map.length)
  for (let line = 0; line < lines; line += 1) {
    const start = line * stride
    let sum = 0
    let count = 0
    for (let at = -radius; at < length; at += 1) {
      if (at + radius < length) {
        sum += map[start + (at + radius) * step] as number
        count += 1
      }
      if (at - radius - 1 >= 0) {
        sum -= map[start + (at - radius - 1) * step] as number
        count -= 1
      }
      if (at >= 0) result[start + at * step] = (sum + count / 2) / count
    }
  }
  return result
}
