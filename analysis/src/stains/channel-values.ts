import type { InputTile } from '../inference/predictor.ts'
import { otsuSplit } from '../tissue/otsu.ts'
import { quantilesOf } from './quantiles.ts'

/** Values that are kept of each at most: more change nothing that can be seen. */
const most = 400_000
/** Pixels beside tissue that are enough to tell the background from. */
const fewest = 2000
/** Where tissue is everywhere, the background is as bright as its darkest part. */
const darkestShare = 0.01
const bins = 512

/** Part of a channel's values: the one in the middle, how far a standard deviation goes, and what few are above. */
export interface Level {
  readonly median: number
  readonly spread: number
  /** The 95th percentile. */
  readonly high: number
}

/** What a channel of fluorescence shows on a slide. */
export interface ChannelValues {
  /** Beside tissue. */
  readonly background: Level
  readonly tissue: Level
  /** Tissue in two: what is dark in this channel, and what shines. */
  readonly dark: Level
  readonly bright: Level
}

/** Looks at a channel in the samples of a slide; null where they have no tissue. */
export function readChannelValues(samples: readonly InputTile[], channel: number): ChannelValues | null {
  const inside = collect(samples, channel, 1)
  if (inside.length === 0) return null
  const outside = collect(samples, channel, 0)
  const tissueAt = quantilesOf(inside)
  const tissue = levelOf(tissueAt, 0, 1)
  const background =
    outside.length < fewest
      ? levelOf(tissueAt, darkestShare, darkestShare)
      : levelOf(quantilesOf(outside), 0, 1)
  const share = darkShare(inside, tissueAt)
  return { background, tissue, dark: levelOf(tissueAt, 0, share), bright: levelOf(tissueAt, share, 1) }
}

/** Of the values between two shares of all. */
function levelOf(valueAt: (share: number) => number, from: number, to: number): Level {
  const at = (share: number) => valueAt(from + share * (to - from))
  return { median: at(0.5), spread: (at(0.84) - at(0.16)) / 2, high: at(0.95) }
}

/** Which share of the values is dark, by Otsu's split of their histogram; half where all are the same. */
function darkShare(values: Float32Array, valueAt: (share: number) => number): number {
  const [low, high] = [valueAt(0.001), valueAt(0.999)]
  const histogram = new Float64Array(bins)
  const scale = (bins - 1) / (high - low)
  for (const value of values) {
    const bin = Math.max(0, Math.min(bins - 1, Math.round((value - low) * scale)))
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
  const split = high > low ? otsuSplit(histogram) : null
  return split ? 1 - split.upperShare : 0.5
}

/** Evenly from all samples, without what is no number. */
function collect(samples: readonly InputTile[], channel: number, wanted: 0 | 1): Float32Array {
  const pixels = samples.reduce((sum, { tissue }) => sum + tissue.length, 0)
  const step = Math.max(1, Math.ceil(pixels / most))
  const values = new Float32Array(Math.ceil(pixels / step) + 1)
  let count = 0
  let seen = 0
  for (const { tissue, planes } of samples) {
    const plane = planes[channel]
    if (!plane) continue
    for (let pixel = 0; pixel < tissue.length; pixel += 1) {
      if (tissue[pixel] !== wanted) continue
      const value = plane[pixel] as number
      if (seen % step === 0 && Number.isFinite(value)) {
        values[count] = value
        count += 1
      }
      seen += 1
    }
  }
  return values.subarray(0, count)
}
