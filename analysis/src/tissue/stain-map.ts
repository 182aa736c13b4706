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
  return blurColumns(blurRows(map, width, height, radius), width, height, radius)
}

function blurRows(map: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const result = new Uint8Array(map.length)
  for (let row = 0; row < height; row += 1) {
    const start = row * width
    let sum = 0
    let count = 0
    for (let x = -radius; x < width; x += 1) {
      if (x + radius < width) {
        sum += map[start + x + radius] as number
        count += 1
      }
      if (x - radius - 1 >= 0) {
        sum -= map[start + x - radius - 1] as number
        count -= 1
      }
      if (x >= 0) result[start + x] = (sum + count / 2) / count
    }
  }
  return result
}

/** Row by row with a sum for each column: going down column by column would read from all over the memory. */
function blurColumns(map: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const result = new Uint8Array(map.length)
  const sums = new Int32Array(width)
  let count = 0
  for (let y = -radius; y < height; y += 1) {
    const isAdded = y + radius < height
    const isTaken = y - radius - 1 >= 0
    const added = (y + radius) * width
    const taken = (y - radius - 1) * width
    if (isAdded) {
      for (let x = 0; x < width; x += 1) sums[x] = (sums[x] as number) + (map[added + x] as number)
      count += 1
    }
    if (isTaken) {
      for (let x = 0; x < width; x += 1) sums[x] = (sums[x] as number) - (map[taken + x] as number)
      count -= 1
    }
    if (y < 0) continue
    for (let x = 0; x < width; x += 1) result[y * width + x] = ((sums[x] as number) + count / 2) / count
  }
  return result
}
