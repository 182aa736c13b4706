import { blurBox } from './blur.ts'
import { fillHoles, removeSmall } from './components.ts'
import { close } from './distance.ts'
import type { ColorPicture, GlassColor } from './glass.ts'
import { otsuSplit } from './otsu.ts'
import { mapStain, stainUnit } from './stain-map.ts'

/** Stain below the first is never tissue, above the second always, in between Otsu's split decides. Of `mapStain`, as optical density. */
const leastStain = 0.07
const mostThreshold = 0.14
/** How much more stain tissue must have than glass, as optical density: Otsu splits empty glass too. */
const leastSeparation = 0.1
/** Multiples of the spread of glass that tissue must lie above it. */
const spreadsAboveGlass = 5
/** Nothing this dark, of 255, is stained tissue at 8 µm a pixel: black where nothing was scanned, the edge of the glass. */
const darkest = 28

/** Gaps between tissue narrower than twice this belong to it: fat, sinuses. */
const gapMicrometres = 36
const holeMicrometres2 = 100_000
const smallestMicrometres2 = 6000

/** What lies on the tissue or the glass: 255 where it does. */
export interface Covers {
  /** Never tissue, whatever is below. */
  readonly ink?: Uint8Array
  /** Of bubbles: tissue only where there is some on both sides. */
  readonly rims?: Uint8Array
}

/**
 * Where there is tissue in a picture at about 8 µm a pixel: 255, elsewhere 0.
 * @param micrometres of a pixel.
 */
export function findTissue(
  picture: ColorPicture,
  glass: GlassColor,
  micrometres: number,
  { ink, rims }: Covers = {},
): Uint8Array {
  const { width, height, rgb, unknown } = picture
  const exact = mapStain(picture, glass)
  const stain = blurBox(exact, width, height, 1)
  // Mostly there is nothing: then it isn't asked for twice.
  const inked = ink?.includes(255) ? ink : unknown
  const rimmed = rims?.includes(255) ? rims : unknown
  const isCandidate = (pixel: number) => {
    if (unknown[pixel] || inked[pixel] || rimmed[pixel]) return false
    const at = pixel * 3
    // Mostly the first of them is bright enough.
    return (
      (rgb[at] as number) >= darkest ||
      (rgb[at + 1] as number) >= darkest ||
      (rgb[at + 2] as number) >= darkest
    )
  }
  const histogram = new Float64Array(256)
  for (let pixel = 0; pixel < stain.length; pixel += 1) {
    if (!isCandidate(pixel)) continue
    const value = stain[pixel] as number
    histogram[value] = (histogram[value] as number) + 1
  }
  const threshold = chooseThreshold(histogram, glass)
  const mask = new Uint8Array(stain.length)
  if (threshold === null) return mask
  // Smoothing lets strong stain leak over its edge.
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const isStained = (stain[pixel] as number) > threshold && 2 * (exact[pixel] as number) > threshold
    if (isStained && isCandidate(pixel)) mask[pixel] = 255
  }
  const area = micrometres * micrometres
  // On a picture of a few cells nothing would be large enough.
  const smallest = Math.min(smallestMicrometres2 / area, 0.004 * mask.length)
  removeSmall(mask, width, height, smallest / 4)
  const closed = close(mask, width, height, Math.round(gapMicrometres / micrometres))
  removeSmall(closed, width, height, smallest)
  fillHoles(closed, width, height, Math.min(holeMicrometres2 / area, 0.2 * mask.length))
  if (ink) for (let pixel = 0; pixel < closed.length; pixel += 1) if (ink[pixel]) closed[pixel] = 0
  return closed
}

/** The stain above which there is tissue, as in the histogram; null where there is none anywhere. */
function chooseThreshold(histogram: Float64Array, glass: GlassColor): number | null {
  const split = otsuSplit(histogram)
  const least = Math.max(leastStain * stainUnit, glassLimit(histogram, glass))
  if (!split) return isAllAbove(histogram, least) ? least : null
  if (glass.share > 0 && split.upperMean - split.lowerMean < leastSeparation * stainUnit) return null
  return Math.max(least, Math.min(split.threshold, mostThreshold * stainUnit))
}

/** Above the spread of the glass itself: the lower half of its values says how wide it is, tissue being above. */
function glassLimit(histogram: Float64Array, glass: GlassColor): number {
  if (glass.share === 0) return 0
  let peak = 0
  for (let value = 0; value < mostThreshold * stainUnit; value += 1)
    if ((histogram[value] as number) > (histogram[peak] as number)) peak = value
  let [sum, count] = [0, 0]
  for (let value = 0; value <= peak; value += 1) {
    sum += (peak - value) ** 2 * (histogram[value] as number)
    count += histogram[value] as number
  }
  const limit = peak + spreadsAboveGlass * Math.sqrt(sum / Math.max(1, count))
  return Math.min(limit, mostThreshold * stainUnit)
}

function isAllAbove(histogram: Float64Array, threshold: number): boolean {
  const lowest = histogram.findIndex((count) => count > 0)
  return lowest > threshold
}
