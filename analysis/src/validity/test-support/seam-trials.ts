import { checkQuality } from '../../qc/check-quality.ts'
import { greyOf } from './baselines.ts'
import { maskOf } from './cells.ts'
import { copyOf, imageOf, type Picture } from './picture.ts'
import { type Counts, count, sumOf } from './scores.ts'

/** Pixels along the side of the fields that are put together. */
const field = 512
/** A seam that was found lies within so many pixels of where it is, over so much of the length of a field. */
const [near, leastLength] = [8, 0.4]
/** Share of a line that must be tissue to be judged. */
const leastTissue = 0.5

export interface SeamTrial {
  readonly ours: Counts
  /** The mean step across each line, split where the largest gap between all is. */
  readonly baseline: Counts
}

/** A straight piece of the border between two fields, or of a line through the middle of one. */
interface Line {
  readonly isUpright: boolean
  readonly at: number
  readonly from: number
  readonly isSeam: boolean
}

/**
 * Makes every other field brighter by so many per cent, and asks for each border between two whether it was seen; and
 * for as many lines through the middle of fields, whether they weren't.
 */
export async function trySeams(picture: Picture, percent: number, shift: number): Promise<SeamTrial> {
  const { width, height } = picture
  const fieldAt = (at: number) => Math.floor((at - shift) / field)
  const stepped = copyOf(picture)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const factor = (fieldAt(x) + fieldAt(y)) % 2 === 0 ? 1 : 1 - percent / 100
      for (let at = (y * width + x) * 3, end = at + 3; at < end; at += 1)
        stepped.rgb[at] = Math.round((stepped.rgb[at] as number) * factor)
    }
  const finding = await checkQuality(imageOf(stepped))
  const seams = maskOf(finding, 'seams', width, height)
  const tissue = maskOf(finding, 'tissue', width, height)
  const judged = linesOf(width, height, shift).filter(
    (line) => shareAlong(tissue, width, height, line, 0) >= leastTissue,
  )
  const ours = judged.map((line) =>
    count(line.isSeam, shareAlong(seams, width, height, line, near) >= leastLength),
  )
  const grey = greyOf(stepped)
  const steps = judged.map((line) => stepAcross(grey, width, line))
  const split = (Math.min(...steps) + Math.max(...steps)) / 2
  const baseline = judged.map((line, index) => count(line.isSeam, (steps[index] as number) > split))
  return { ours: sumOf(ours), baseline: sumOf(baseline) }
}

function linesOf(width: number, height: number, shift: number): Line[] {
  const lines: Line[] = []
  for (const isUpright of [true, false]) {
    const [across, along] = isUpright ? [width, height] : [height, width]
    for (let half = 1; shift + (half * field) / 2 < across - 16; half += 1)
      for (let from = shift; from + field <= along; from += field)
        lines.push({ isUpright, at: shift + (half * field) / 2, from, isSeam: half % 2 === 0 })
  }
  return lines
}

/** Share of a line's pixels with something marked at most so far from it. */
function shareAlong(
  mask: Uint8Array,
  width: number,
  height: number,
  { isUpright, at, from }: Line,
  reach: number,
): number {
  let marked = 0
  for (let along = from; along < from + field; along += 1) {
    let isMarked = false
    for (let across = at - reach; across <= at + reach; across += 1) {
      const [x, y] = isUpright ? [across, along] : [along, across]
      if (x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x]) isMarked = true
    }
    if (isMarked) marked += 1
  }
  return marked / field
}

function stepAcross(grey: Uint8Array, width: number, { isUpright, at, from }: Line): number {
  const step = isUpright ? 1 : width
  let sum = 0
  for (let along = from; along < from + field; along += 1) {
    const place = isUpright ? along * width + at : at * width + along
    sum += (grey[place] as number) - (grey[place - step] as number)
  }
  return Math.abs(sum / field)
}
