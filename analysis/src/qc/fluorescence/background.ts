import { type Binning, countAll, valueAt } from './value-counts.ts'

/** What a channel shows where there is nothing. In its own values. */
export interface Background {
  readonly median: number
  /** Median distance of the background's values from their median (MAD). */
  readonly deviation: number
}

/** A zero with so many values above it that hardly occur was filled in by a program: no camera gives one so alone. */
const gap = 8
const hardly = 0.001

/** Whole values can't be known better: the MAD of rounding, which is uniform over one step. */
const leastDeviation = 0.25

/** The densest values are few: the median of all that lie within so many deviations of it is steadier. */
const refinements = 3
const within = 3

/**
 * The background of a channel from how often each value occurs: the densest part of its lower half. Signal only ever
 * adds light, so the values below that are those of the background alone; they say how far it scatters. Null where
 * there is nothing but one value.
 */
export function findBackground(counts: Uint32Array, binning: Binning): Background | null {
  const seen = withoutFill(counts, binning)
  const first = seen.findIndex((count) => count > 0)
  const last = seen.findLastIndex((count) => count > 0)
  if (first < 0 || first === last) return null
  let middle = densest(seen, first, halfOf(seen))
  for (let n = 0; n < refinements; n += 1) {
    const reach = Math.ceil(within * deviationBelow(seen, middle))
    const around = Math.max(0, middle - reach)
    middle = around + halfOf(seen.subarray(around, middle + reach + 1))
  }
  const { from, step } = binning
  return { median: from + middle * step, deviation: deviationBelow(seen, middle) * step }
}

/** In bins. */
function deviationBelow(counts: Uint32Array, middle: number): number {
  const below = counts.slice(0, middle + 1)
  below[middle] = Math.ceil((below[middle] as number) / 2)
  return Math.max(leastDeviation, middle - halfOf(below))
}

function withoutFill(counts: Uint32Array, { bins, from }: Binning): Uint32Array {
  const filled = counts[0] as number
  if (bins <= 256 || from !== 0 || filled === 0) return counts
  if (countAll(counts.subarray(1, 1 + gap)) > hardly * filled) return counts
  const rest = counts.slice()
  rest[0] = 0
  return rest
}

/** The bin that half of all values don't lie above. */
const halfOf = (counts: Uint32Array): number =>
  valueAt(counts, { bins: counts.length, from: 0, step: 1 }, 0.5)

/** How often the densest half is taken: what is left is an eighth of the values, enough for a steady median. */
const halvings = 3

/** The middle of the densest part: of the bins, the fewest that hold half of what they hold, again and again. */
function densest(counts: Uint32Array, begin: number, end: number): number {
  let part = { from: begin, to: end }
  for (let n = 0; n < halvings; n += 1)
    part = narrowest(counts, part.from, part.to, countAll(counts.subarray(part.from, part.to + 1)) / 2)
  return part.from + halfOf(counts.subarray(part.from, part.to + 1))
}

function narrowest(counts: Uint32Array, from: number, to: number, least: number) {
  let best = { from, to }
  let held = 0
  let left = from
  for (let right = from; right <= to; right += 1) {
    held += counts[right] as number
    while (held - (counts[left] as number) >= least) {
      held -= counts[left] as number
      left += 1
    }
    if (held >= least && right - left < best.to - best.from) best = { from: left, to: right }
  }
  return best
}
