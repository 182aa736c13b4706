import { densityTables } from './densities.ts'
import type { ColorPicture, GlassColor } from './glass.ts'

/** Values of a stain map for an optical density of 1 (natural logarithm). */
export const stainUnit = 200

/**
 * How much stain there seems to be at each pixel: twice the highest optical density of the three colours less the
 * lowest, so that colour counts and grey shadows count half. 0..255, `stainUnit` for 1.
 */
export function mapStain({ rgb, unknown }: ColorPicture, glass: GlassColor): Uint8Array {
  const { red, green, blue } = densityTables(glass)
  const result = new Uint8Array(unknown.length)
  for (let pixel = 0, at = 0; pixel < result.length; pixel += 1, at += 3) {
    if (unknown[pixel]) continue
    const r = red[rgb[at] as number] as number
    const g = green[rgb[at + 1] as number] as number
    const b = blue[rgb[at + 2] as number] as number
    result[pixel] = Math.min(255, (2 * Math.max(r, g, b) - Math.min(r, g, b)) * stainUnit)
  }
  return result
}
