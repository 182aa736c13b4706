import { aligned } from '../loops/instantiate.ts'
import { createOverviewLoops } from '../loops/overview-loops.ts'
import { compareWithAround, densityUnit, ratioUnit } from './compare-with-around.ts'
import { type Bounds, boundsOf, cutOut, putBack } from './crop.ts'
import { type Densities, densityLevels, densityTables } from './densities.ts'
import { dilate } from './distance.ts'
import { measureStrips, type Strip } from './elongated.ts'
import { findNarrowFolds } from './find-narrow-folds.ts'
import type { ColorPicture, GlassColor } from './glass.ts'

/** µm to each side within which tissue is compared. */
const aroundMicrometres = 128
/** How many times denser than around in every colour: what stands out at any of these is looked at. */
const contrasts = [1.28, 1.4, 1.55]

const narrowestMicrometres = 20
const widestMicrometres = 220
const shortestMicrometres = 150
const leastElongation = 3

/** What lies along both sides of a fold, between these distances from it. */
const besideMicrometres = { from: 16, to: 56 }
/** Share of that which must be tissue: dark rims of tissue, such as keratin, have glass on one side. */
const leastTissueBeside = 0.9
/** Optical density that it must have in all colours together: septa in fat have nothing beside them. */
const leastDensityBeside = 0.3
/** Two layers are about twice as dense as one, */
const [leastRatio, mostRatio] = [1.4, 2.6]
/** in every colour alike: more nuclei would take away more red. */
const mostUneven = 1.12

/**
 * Where tissue lies double, in a picture at about 8 µm a pixel: 255, elsewhere 0. Long bands, about twice as dense in all
 * colours as the tissue on both sides of them. Finds about half of what people would call a fold.
 * @param micrometres of a pixel.
 */
export function findFolds(
  picture: ColorPicture,
  glass: GlassColor,
  tissue: Uint8Array,
  micrometres: number,
): Uint8Array {
  const { width, height } = picture
  const folds = new Uint8Array(tissue.length)
  // Nothing further away than what tissue is compared with changes anything.
  const margin = Math.round(Math.max(aroundMicrometres, besideMicrometres.to) / micrometres) + 1
  const bounds = boundsOf(tissue, width, height, margin)
  if (!bounds) return folds
  putBack(folds, width, bounds, findFoldsWithin(picture, densityTables(glass), tissue, bounds, micrometres))
  return folds
}

function findFoldsWithin(
  picture: ColorPicture,
  tables: Densities,
  tissue: Uint8Array,
  bounds: Bounds,
  micrometres: number,
): Uint8Array {
  const radius = Math.round(aroundMicrometres / micrometres)
  const ratios = compareWithAround(picture, tables, tissue, bounds, radius)
  const folds = new Uint8Array(ratios.length)
  const dense = new Uint8Array(ratios.length)
  for (const contrast of contrasts) {
    markAtLeast(ratios, Math.ceil(contrast * ratioUnit), dense)
    const { labelled, strips } = measureStrips(dense, bounds.right - bounds.left, bounds.bottom - bounds.top)
    for (const strip of strips) {
      const isBand =
        strip.width * micrometres >= narrowestMicrometres &&
        strip.width * micrometres <= widestMicrometres &&
        strip.length * micrometres >= shortestMicrometres &&
        strip.length >= leastElongation * strip.width
      if (isBand && liesDouble(picture, tables, tissue, bounds, dense, strip, micrometres))
        labelled.fill(folds, strip.index, 255)
    }
  }
  const narrow = findNarrowFolds(
    {
      width: bounds.right - bounds.left,
      height: bounds.bottom - bounds.top,
      levels: cutLevels(picture, tables, bounds),
      tissue: cutOut(tissue, picture.width, bounds),
      ratios,
    },
    micrometres,
  )
  for (let at = 0; at < folds.length; at += 1) if (narrow[at]) folds[at] = 255
  return folds
}

/** Density levels of red, green and blue in a part of a picture. */
function cutLevels(
  { rgb, width }: ColorPicture,
  { red, green, blue }: Densities,
  bounds: Bounds,
): [Uint8Array, Uint8Array, Uint8Array] {
  const across = bounds.right - bounds.left
  const ofSample = (table: Float32Array, sample: number) => {
    const levels = densityLevels(table, densityUnit)
    const part = new Uint8Array(across * (bounds.bottom - bounds.top))
    for (let y = bounds.top, to = 0; y < bounds.bottom; y += 1)
      for (let from = 3 * (y * width + bounds.left) + sample, end = to + across; to < end; from += 3, to += 1)
        part[to] = levels[rgb[from] as number] as number
    return part
  }
  return [ofSample(red, 0), ofSample(green, 1), ofSample(blue, 2)]
}

/** Values that are marked at a time. */
const atOnce = 0x40000

/** 255 for each value that is at least so much, 0 for the others. */
function markAtLeast(values: Uint8Array, least: number, marks: Uint8Array): void {
  const loops = createOverviewLoops()
  const memory = new Uint8Array(loops.reserve(2 * atOnce))
  for (let from = 0; from < values.length; from += atOnce) {
    const count = Math.min(atOnce, values.length - from)
    memory.set(values.subarray(from, from + count))
    loops.markAtLeast(0, aligned(count), least, atOnce)
    marks.set(memory.subarray(atOnce, atOnce + count), from)
  }
}

/** Whether a band has tissue on both sides that looks the same but for being half as dense. */
function liesDouble(
  { rgb, width }: ColorPicture,
  { red, green, blue }: Densities,
  tissue: Uint8Array,
  bounds: Bounds,
  dense: Uint8Array,
  { component }: Strip,
  micrometres: number,
): boolean {
  const reach = Math.round(besideMicrometres.to / micrometres)
  const partWidth = bounds.right - bounds.left
  const left = Math.max(0, component.left - reach)
  const top = Math.max(0, component.top - reach)
  const across = Math.min(partWidth, component.right + reach) - left
  const down = Math.min(bounds.bottom - bounds.top, component.bottom + reach) - top
  const band = new Uint8Array(across * down)
  for (let y = 0; y < down; y += 1) {
    const from = (top + y) * partWidth + left
    band.set(dense.subarray(from, from + across), y * across)
  }
  const near = dilate(band, across, down, Math.round(besideMicrometres.from / micrometres))
  const far = dilate(band, across, down, reach)
  const inside = [0, 0, 0]
  const beside = [0, 0, 0]
  let [insidePixels, besidePixels, tissueBeside] = [0, 0, 0]
  for (let at = 0; at < band.length; at += 1) {
    if (!far[at] || (near[at] && !band[at])) continue
    const y = bounds.top + top + Math.floor(at / across)
    const pixel = y * width + bounds.left + left + (at % across)
    if (!band[at]) besidePixels += 1
    if (!tissue[pixel]) continue
    const sums = band[at] ? inside : beside
    if (band[at]) insidePixels += 1
    else tissueBeside += 1
    sums[0] = (sums[0] as number) + (red[rgb[pixel * 3] as number] as number)
    sums[1] = (sums[1] as number) + (green[rgb[pixel * 3 + 1] as number] as number)
    sums[2] = (sums[2] as number) + (blue[rgb[pixel * 3 + 2] as number] as number)
  }
  if (tissueBeside < leastTissueBeside * besidePixels || tissueBeside === 0) return false
  const around = beside.map((sum) => sum / tissueBeside)
  if (around.reduce((sum, value) => sum + value) < leastDensityBeside) return false
  const ratios = inside.map((sum, sample) => sum / insidePixels / ((around[sample] as number) + 0.02))
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  return least >= leastRatio && most <= mostRatio && most <= mostUneven * least
}
