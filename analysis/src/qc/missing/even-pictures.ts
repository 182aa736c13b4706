import { binningBetween, countValues, valueAt } from '../fluorescence/value-counts.ts'
import type { Check } from '../measure.ts'
import type { BlankOptions } from './blank-blocks.ts'
import type { Plain } from './edge-marks.ts'

/** How far values may differ in the middle of one colour, and at its edge. */
export type Evenness = Pick<BlankOptions, 'evenness' | 'sameness'>

/** One value a pixel of the overview. */
export interface EvenPicture extends Plain, Evenness {
  /** Values up to this can't be glass. */
  readonly dark: number
}

/** Of `FineTile.grey`: compression leaves little of one colour in brightfield, cameras leave noise everywhere. */
export const greyEvenness = {
  brightfield: {
    evenness: 2,
    sameness: [
      { tolerance: 2, contrast: 12 },
      { tolerance: 10, contrast: 20 },
    ],
  },
  fluorescence: { evenness: 0, sameness: [{ tolerance: 0, contrast: 20 }] },
} as const satisfies Record<Check['modality'], Evenness>

/** Of 255: what is so much darker than the glass was never glass. */
const darkerThanGlass = 60
/** Share of a channel's range, from its median to its highest hundredth, that is contrast. */
const contrastShare = 0.02

/** The overview in grey, or each of its channels. */
export function evenPictures(check: Check): EvenPicture[] {
  const { width, height } = check.overview
  if (check.modality === 'brightfield') {
    const { rgb, glass } = check.overview
    const data = new Uint8Array(width * height)
    for (let pixel = 0; pixel < data.length; pixel += 1) data[pixel] = greyOf(rgb, pixel * 3)
    const dark = (glass.red + glass.green + glass.blue) / 3 - darkerThanGlass
    return [{ width, height, data, dark, ...greyEvenness.brightfield }]
  }
  return check.overview.planes.map((data) => {
    const binning = binningBetween(data)
    const counts = new Uint32Array(binning.bins)
    countValues(data, counts, binning)
    const range = valueAt(counts, binning, 0.99) - valueAt(counts, binning, 0.5)
    // No value is glass or not: only what tissue is cut by is missing.
    const dark = Number.NEGATIVE_INFINITY
    const sameness = [{ tolerance: 0, contrast: contrastShare * range }]
    return { width, height, data, dark, evenness: 0, sameness }
  })
}

const greyOf = (rgb: Uint8Array, at: number): number =>
  (77 * (rgb[at] as number) + 150 * (rgb[at + 1] as number) + 29 * (rgb[at + 2] as number) + 128) >> 8
