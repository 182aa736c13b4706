import { blurBox } from './blur.ts'
import { densityLevels, densityTables } from './densities.ts'
import { close } from './distance.ts'
import { measureStrips } from './elongated.ts'
import type { ColorPicture, GlassColor } from './glass.ts'
import { isInkBeside } from './ink-colours.ts'

/** µm to each side within which a stroke is compared with what lies beside it. */
const besideMicrometres = 64
/** Share of these surroundings, of 255, that must be something other than a candidate for ink. */
const leastBeside = 12
/** Parts of a stroke this far apart belong together if what lies between them may be ink. */
const gapMicrometres = 36

const shortestMicrometres = 200
const smallestMicrometres2 = 5000
/** How many times longer than wide. */
const leastElongation = 3
/** Share of a stroke that must have the colour of ink, compared with what lies beside it. */
const leastSure = 0.8
/** A colour that more of what is stained has, in no shape of a stroke, is that of a stain. */
const mostScattered = 0.05

/** Nothing with less density, all colours together, is stained or ink. */
const leastDensity = 0.3
/** Values of a density map for an optical density of 1. */
const densityUnit = 100
/** Rows that are compared together, so that large pictures need little memory. */
const rowsAtOnce = 128

/**
 * Strokes of a pen too narrow to be known by their own colour, in a picture at about 8 µm a pixel: 255, elsewhere 0.
 * What they add to the tissue or glass beside them has the colour of ink, all along a line.
 * @param candidates 255 where there may be ink.
 * @param micrometres of a pixel.
 */
export function findThinStrokes(
  picture: ColorPicture,
  glass: GlassColor,
  candidates: Uint8Array,
  micrometres: number,
): Uint8Array {
  const { width, height } = picture
  const { sure, sureCount, stainedCount } = compareWithBeside(picture, glass, candidates, micrometres)
  const smallest = smallestMicrometres2 / micrometres ** 2
  if (sureCount < leastSure * smallest) return new Uint8Array(sure.length)
  const strokes = close(sure, width, height, Math.round(gapMicrometres / 2 / micrometres))
  for (let at = 0; at < strokes.length; at += 1) if (!sure[at] && !candidates[at]) strokes[at] = 0
  const { labelled, strips } = measureStrips(strokes, width, height)
  const sureOf = new Float64Array(strips.length)
  labelled.forEachRun((component, from, to) => {
    for (let at = from; at < to; at += 1) if (sure[at]) sureOf[component] = (sureOf[component] as number) + 1
  })
  let scattered = sureCount
  for (const { index, component, width: across, length } of strips) {
    const isStroke =
      component.area >= smallest &&
      length * micrometres >= shortestMicrometres &&
      length >= leastElongation * across &&
      (sureOf[index] as number) >= leastSure * component.area
    if (isStroke) scattered -= sureOf[index] as number
    else labelled.fill(strokes, index, 0)
  }
  return scattered > mostScattered * stainedCount ? new Uint8Array(sure.length) : strokes
}

/** Where that which is denser than what lies beside it has the colour of ink. */
function compareWithBeside(
  { width, height, rgb, unknown }: ColorPicture,
  glass: GlassColor,
  candidates: Uint8Array,
  micrometres: number,
): { sure: Uint8Array; sureCount: number; stainedCount: number } {
  const tables = densityTables(glass)
  const levels = [tables.red, tables.green, tables.blue].map((table) => densityLevels(table, densityUnit))
  const [reds, greens, blues] = levels as [Uint8Array, Uint8Array, Uint8Array]
  const radius = Math.round(besideMicrometres / micrometres)
  const isStained = (from: number, to: number) => {
    for (let at = 3 * from; at < 3 * to; at += 3)
      if (
        (reds[rgb[at] as number] as number) +
          (greens[rgb[at + 1] as number] as number) +
          (blues[rgb[at + 2] as number] as number) >=
        leastDensity * densityUnit
      )
        return true
    return false
  }
  const sure = new Uint8Array(unknown.length)
  let [sureCount, stainedCount] = [0, 0]
  for (let top = 0; top < height; top += rowsAtOnce) {
    const bottom = Math.min(height, top + rowsAtOnce)
    if (!isStained(top * width, bottom * width)) continue
    // With the rows that the means of these reach to.
    const first = Math.max(0, top - radius) * width
    const last = Math.min(height, bottom + radius) * width
    const isOther = new Uint8Array(last - first)
    for (let at = 0; at < isOther.length; at += 1)
      isOther[at] = candidates[first + at] || unknown[first + at] ? 0 : 255
    const blur = (map: Uint8Array) => blurBox(map, width, map.length / width, radius)
    const share = blur(isOther)
    const density = new Uint8Array(isOther.length)
    const beside = levels.map((table, sample) => {
      for (let at = 0, from = 3 * first + sample; at < density.length; at += 1, from += 3)
        density[at] = isOther[at] ? (table[rgb[from] as number] as number) : 0
      return blur(density)
    })
    const [besideRed, besideGreen, besideBlue] = beside as [Uint8Array, Uint8Array, Uint8Array]
    for (let pixel = top * width, at = pixel - first; pixel < bottom * width; pixel += 1, at += 1) {
      const red = reds[rgb[3 * pixel] as number] as number
      const green = greens[rgb[3 * pixel + 1] as number] as number
      const blue = blues[rgb[3 * pixel + 2] as number] as number
      if (red + green + blue < leastDensity * densityUnit || unknown[pixel]) continue
      stainedCount += 1
      const others = share[at] as number
      if (others < leastBeside) continue
      const scale = 255 / others
      const isInk = isInkBeside(
        (red - scale * (besideRed[at] as number)) / densityUnit,
        (green - scale * (besideGreen[at] as number)) / densityUnit,
        (blue - scale * (besideBlue[at] as number)) / densityUnit,
      )
      if (!isInk) continue
      sure[pixel] = 255
      sureCount += 1
    }
  }
  return { sure, sureCount, stainedCount }
}
