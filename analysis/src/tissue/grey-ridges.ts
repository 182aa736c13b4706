import { blurBox } from './blur.ts'
import { densityLevels, densityTables } from './densities.ts'
import type { ColorPicture, GlassColor } from './glass.ts'

/** Values of a density map and of ridges for an optical density of 1. */
export const ridgeUnit = 100

/** Colours of a ridge must be alike: the least of their densities over the most. */
const leastGreyness = 0.55

/**
 * How much denser a pixel is, in all colours alike, than those around it: thin grey lines stand out, stain doesn't, as it
 * takes away some colours more than others. 0..255, `ridgeUnit` for 1.
 * @param radius of what it is compared with, in pixels: lines wider than that are no ridges.
 */
export function findGreyRidges(
  { rgb, width, height, unknown }: ColorPicture,
  glass: GlassColor,
  radius: number,
): Uint8Array {
  const { red, green, blue } = densityTables(glass)
  const least = new Uint8Array(unknown.length).fill(255)
  const most = new Uint8Array(unknown.length)
  for (const [sample, table] of [red, green, blue].entries()) {
    const levels = densityLevels(table, ridgeUnit)
    const density = new Uint8Array(unknown.length)
    for (let pixel = 0, at = sample; pixel < density.length; pixel += 1, at += 3)
      if (!unknown[pixel]) density[pixel] = levels[rgb[at] as number] as number
    const around = blurBox(density, width, height, radius)
    for (let pixel = 0; pixel < density.length; pixel += 1) {
      const above = Math.max(0, (density[pixel] as number) - (around[pixel] as number))
      least[pixel] = Math.min(least[pixel] as number, above)
      most[pixel] = Math.max(most[pixel] as number, above)
    }
  }
  for (let pixel = 0; pixel < least.length; pixel += 1)
    if ((least[pixel] as number) < leastGreyness * (most[pixel] as number)) least[pixel] = 0
  return least
}
