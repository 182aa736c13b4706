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
export function findGreyRidges(picture: ColorPicture, glass: GlassColor, radius: number): Uint8Array {
  const { rgb, width, unknown } = picture
  const { red, green, blue } = densityTables(glass)
  const tables = [red, green, blue].map((table) => densityLevels(table, ridgeUnit))
  // Over such an area the mean of every other pixel is as good as that of all, and costs a quarter.
  const across = Math.ceil(width / 2)
  const [redAround, greenAround, blueAround] = tables.map((table, sample) =>
    blurBox(
      halvedDensity(picture, table, sample),
      across,
      Math.ceil(picture.height / 2),
      Math.max(1, radius >> 1),
    ),
  ) as [Uint8Array, Uint8Array, Uint8Array]
  const [ofRed, ofGreen, ofBlue] = tables as [Uint8Array, Uint8Array, Uint8Array]
  const ridges = new Uint8Array(unknown.length)
  for (let y = 0, pixel = 0; y < picture.height; y += 1)
    for (let x = 0; x < width; x += 1, pixel += 1) {
      // Most pixels let some colour through.
      const thin = ofRed[rgb[pixel * 3] as number] as number
      if (thin === 0 || unknown[pixel]) continue
      const near = (y >> 1) * across + (x >> 1)
      const r = thin - (redAround[near] as number)
      const g = (ofGreen[rgb[pixel * 3 + 1] as number] as number) - (greenAround[near] as number)
      const b = (ofBlue[rgb[pixel * 3 + 2] as number] as number) - (blueAround[near] as number)
      const least = Math.min(r, g, b)
      if (least > 0 && least >= leastGreyness * Math.max(r, g, b)) ridges[pixel] = least
    }
  return ridges
}

/** Density in one colour of every other pixel of every other row. */
function halvedDensity(
  { rgb, width, height, unknown }: ColorPicture,
  table: Uint8Array,
  sample: number,
): Uint8Array {
  const halved = new Uint8Array(Math.ceil(width / 2) * Math.ceil(height / 2))
  let at = 0
  for (let y = 0; y < height; y += 2)
    for (let pixel = y * width, end = pixel + width; pixel < end; pixel += 2, at += 1)
      if (!unknown[pixel]) halved[at] = table[rgb[pixel * 3 + sample] as number] as number
  return halved
}
