import { labelComponents } from './components.ts'
import { forEachDensity } from './densities.ts'
import { dilate, open } from './distance.ts'
import type { ColorPicture, GlassColor } from './glass.ts'

/** Strokes are wider than twice this; hairs and the rims of bubbles aren't. */
const leastHalfWidthMicrometres = 20
const smallestMicrometres2 = 20_000
/** Median deviation of density between neighbours, relative to it: ink is even, tissue stained in the same colour isn't. */
const mostUneven = 0.25
/** Share of a stroke that must be ink beyond doubt: over tissue its colour is mixed with that of stains. */
const leastSure = 0.08

/**
 * Where a felt pen has drawn on the glass, in a picture at about 8 µm a pixel: 255, elsewhere 0. Blue and green ink take
 * away red more than anything else, which hematoxylin, eosin and diaminobenzidine don't; black all alike; red green and
 * blue alike.
 * @param micrometres of a pixel.
 */
export function findInk(picture: ColorPicture, glass: GlassColor, micrometres: number): Uint8Array {
  const { width, height } = picture
  const size = picture.unknown.length
  const candidates = new Uint8Array(size)
  const isSure = new Uint8Array(size)
  const density = new Float32Array(size)
  let sure = 0
  forEachDensity(picture, glass, (pixel, red, green, blue) => {
    density[pixel] = red + green + blue
    if (mayBeInk(red, green, blue)) candidates[pixel] = 255
    if (!isInk(red, green, blue)) return
    isSure[pixel] = 1
    sure += 1
  })
  const smallest = smallestMicrometres2 / micrometres ** 2
  if (sure < leastSure * smallest) return new Uint8Array(size)
  const ink = open(candidates, width, height, Math.floor(leastHalfWidthMicrometres / micrometres))
  const labelled = labelComponents(ink, width, height, 255)
  const unevenness = medianUnevenness(labelled, density, width)
  const sureOf = new Float64Array(labelled.components.length)
  labelled.forEachRun((component, from, to) => {
    for (let at = from; at < to; at += 1)
      sureOf[component] = (sureOf[component] as number) + (isSure[at] as number)
  })
  labelled.components.forEach(({ area }, index) => {
    const isStroke = area >= smallest && (sureOf[index] as number) >= leastSure * area
    if (!isStroke || (unevenness[index] as number) > mostUneven) labelled.fill(ink, index, 0)
  })
  // Its edge lets glass through.
  return dilate(ink, width, height, 1)
}

function isInk(red: number, green: number, blue: number): boolean {
  const least = Math.min(red, green, blue)
  const isBlueOrGreen = red > 0.45 && red > 1.2 * green && red - least > 0.3
  const isBlack = least > 0.55 && least > 0.78 * Math.max(red, green, blue)
  const isRed = green > 1 && blue > 0.87 * green && red < 0.45 * green
  return isBlueOrGreen || isBlack || isRed
}

/** Ink over tissue, too; but also some tissue. */
function mayBeInk(red: number, green: number, blue: number): boolean {
  const least = Math.min(red, green, blue)
  const isBlueOrGreen = red > 0.4 && red > 0.82 * green && red - least > 0.15
  const isBlack = least > 0.45 && least > 0.62 * Math.max(red, green, blue)
  const isRed = green > 0.9 && blue > 0.8 * green && red < 0.45 * green
  return isBlueOrGreen || isBlack || isRed
}

/** How much neighbours differ, relative to their density, in the middle of all pixels of each component. */
function medianUnevenness(
  labelled: ReturnType<typeof labelComponents>,
  density: Float32Array,
  width: number,
): Float64Array {
  const bins = 64
  const counts = labelled.components.map(() => new Uint32Array(bins))
  labelled.forEachRun((component, from, to) => {
    for (let at = from; at < to; at += 1) {
      const value = density[at] as number
      const beside = at + 1 < to ? (density[at + 1] as number) : value
      const below = density[at + width] ?? value
      const differs = Math.hypot(beside - value, below - value) / Math.max(0.1, value)
      const bin = Math.min(bins - 1, Math.floor(differs * bins))
      const ofComponent = counts[component] as Uint32Array
      ofComponent[bin] = (ofComponent[bin] as number) + 1
    }
  })
  return Float64Array.from(counts, (ofComponent, index) => {
    const half = (labelled.components[index]?.area ?? 0) / 2
    let bin = 0
    for (let sum = ofComponent[0] as number; sum < half && bin < bins - 1; sum += ofComponent[bin] as number)
      bin += 1
    return bin / bins
  })
}
