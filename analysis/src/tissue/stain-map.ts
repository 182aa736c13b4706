import type { ColorPicture, GlassColor } from './glass.ts'

/** Values of a stain map for an optical density of 1 (natural logarithm). */
export const stainUnit = 200

/**
 * How much stain there seems to be at each pixel: twice the highest optical density of the three colours less the
 * lowest, so that colour counts and grey shadows count half. 0..255, `stainUnit` for 1.
 */
export function mapStain({ rgb, unknown }: ColorPicture, glass: GlassColor): Uint8Array {
  const [red, green, blue] = [glass.red, glass.green, glass.blue].map(densities)
  const result = new Uint8Array(unknown.length)
  if (!red || !green || !blue) return result
  for (let pixel = 0, at = 0; pixel < result.length; pixel += 1, at += 3) {
    if (unknown[pixel]) continue
    const r = red[rgb[at] as number] as number
    const g = green[rgb[at + 1] as number] as number
    const b = blue[rgb[at + 2] as number] as number
    const high = Math.max(r, g, b)
    const low = Math.min(r, g, b)
    const value = (2 * high - low) * stainUnit
    result[pixel] = Math.min(255, value)
  }
  return result
}

/** Optical density of each of 256 values, 0 for those brighter than the glass. */
const densities = (glass: number): Float32Array =>
  Float32Array.from({ length: 256 }, (_, value) =>
    Math.max(0, Math.log(Math.max(1, glass) / Math.max(1, value))),
  )

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
