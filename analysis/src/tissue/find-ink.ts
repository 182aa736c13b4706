import type { Labelled } from './components.ts'
import { densityTables, forEachDensity } from './densities.ts'
import { dilate, open } from './distance.ts'
import { measureStrips } from './elongated.ts'
import { findThinStrokes } from './find-thin-strokes.ts'
import type { ColorPicture, GlassColor } from './glass.ts'
import { isInk, isInkOverTissue, mayBeInk, mayBeInkOverTissue } from './ink-colours.ts'
import { findUsualTissue } from './usual-tissue.ts'

/** Strokes are wider than twice this; hairs and the rims of bubbles aren't. */
const leastHalfWidthMicrometres = 20
const smallestMicrometres2 = 20_000
/** Median deviation of density between neighbours, relative to it: ink is even, tissue stained in the same colour isn't. */
const mostUneven = 0.25
/** Share of a stroke that must be ink beyond doubt: over tissue its colour is mixed with that of stains. */
const leastSure = 0.08
/** The same where it is ink only if it lies over tissue, and how many times longer than wide it must be then. */
const leastSureOverTissue = 0.4
const leastLength = 2.5
/** Nothing with less density, all colours together, is ink. */
const thinnest = 0.5

/**
 * Where a felt pen has drawn on the glass, in a picture at about 8 µm a pixel: 255, elsewhere 0. It is known by its
 * colour; over tissue by the colour of what is denser than tissue usually is on this slide, if that has the shape of a
 * stroke.
 * @param micrometres of a pixel.
 */
export function findInk(picture: ColorPicture, glass: GlassColor, micrometres: number): Uint8Array {
  const { width, height } = picture
  const size = picture.unknown.length
  const usual = findUsualTissue(picture, glass)
  const candidates = new Uint8Array(size)
  /** 1 where it is ink beyond doubt, 2 where it is if it lies over tissue. */
  const isSure = new Uint8Array(size)
  let sure = 0
  forEachDensity(picture, glass, thinnest, (pixel, red, green, blue) => {
    const [moreRed, moreGreen, moreBlue] = [red - usual.red, green - usual.green, blue - usual.blue]
    if (mayBeInk(red, green, blue) || mayBeInkOverTissue(moreRed, moreGreen, moreBlue))
      candidates[pixel] = 255
    if (isInk(red, green, blue)) isSure[pixel] = 1
    else if (isInkOverTissue(moreRed, moreGreen, moreBlue)) isSure[pixel] = 2
    else return
    sure += 1
  })
  const thin = findThinStrokes(picture, glass, candidates, micrometres)
  const smallest = smallestMicrometres2 / micrometres ** 2
  // Its edge lets glass through.
  if (sure < leastSure * smallest) return dilate(thin, width, height, 1)
  const ink = open(candidates, width, height, Math.floor(leastHalfWidthMicrometres / micrometres))
  const { labelled, strips } = measureStrips(ink, width, height)
  const unevenness = medianUnevenness(labelled, densityAt(picture, glass), picture)
  const [sureOf, sureOverOf] = [new Float64Array(strips.length), new Float64Array(strips.length)]
  labelled.forEachRun((component, from, to) => {
    for (let at = from; at < to; at += 1) {
      if (isSure[at] === 1) sureOf[component] = (sureOf[component] as number) + 1
      if (isSure[at]) sureOverOf[component] = (sureOverOf[component] as number) + 1
    }
  })
  for (const { index, component, width: across, length } of strips) {
    const isColoured = (sureOf[index] as number) >= leastSure * component.area
    const isDrawn =
      (sureOverOf[index] as number) >= leastSureOverTissue * component.area && length >= leastLength * across
    const isInked = component.area >= smallest && (isColoured || isDrawn)
    if (!isInked || (unevenness[index] as number) > mostUneven) labelled.fill(ink, index, 0)
  }
  for (let pixel = 0; pixel < size; pixel += 1) if (thin[pixel]) ink[pixel] = 255
  return dilate(ink, width, height, 1)
}

/** The density of a pixel, all colours together: 0 where it means nothing. */
function densityAt({ rgb, unknown }: ColorPicture, glass: GlassColor): (pixel: number) => number {
  const { red, green, blue } = densityTables(glass)
  return (pixel) =>
    unknown[pixel]
      ? 0
      : Math.fround(
          (red[rgb[pixel * 3] as number] as number) +
            (green[rgb[pixel * 3 + 1] as number] as number) +
            (blue[rgb[pixel * 3 + 2] as number] as number),
        )
}

/** How much neighbours differ, relative to their density, in the middle of all pixels of each component. */
function medianUnevenness(
  labelled: Labelled,
  density: (pixel: number) => number,
  { width, unknown }: ColorPicture,
): Float64Array {
  const bins = 64
  const counts = labelled.components.map(() => new Uint32Array(bins))
  labelled.forEachRun((component, from, to) => {
    for (let at = from; at < to; at += 1) {
      const value = density(at)
      const beside = at + 1 < to ? density(at + 1) : value
      const below = at + width < unknown.length ? density(at + width) : value
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
