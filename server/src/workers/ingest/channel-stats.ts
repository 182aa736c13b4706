import type { ChannelStats } from '@cresyl/contract/slides/images'
import type { ChannelStatistics, Histogram } from '@cresyl/slides'

/**
 * What the library measured of one channel, as it is kept. RGB is one channel: its three colours are taken together,
 * as values of one kind.
 */
export function channelStatsOf(measured: readonly ChannelStatistics[]): ChannelStats {
  const [first] = measured
  if (!first) throw new Error('A channel was not measured')
  const histogram = together(measured.map((each) => each.histogram))
  const count = measured.reduce((sum, each) => sum + each.count, 0)
  const min = Math.min(...measured.map((each) => each.min))
  const max = Math.max(...measured.map((each) => each.max))
  const mean = measured.reduce((sum, each) => sum + each.mean * each.count, 0) / Math.max(1, count)
  // Measured of single values where those are known, else of the bins.
  const exact = measured.length === 1
  const at = (share: number) => clamp(valueAt(histogram, count, share), min, max)
  return {
    min,
    max,
    mean,
    percentiles: {
      p0_1: exact ? first.low : at(0.001),
      p1: at(0.01),
      p50: exact ? first.median : at(0.5),
      p99: at(0.99),
      p99_9: exact ? first.high : at(0.999),
    },
    histogram: inClasses(histogram, min, max),
  }
}

/** Of the same bins: those of one image are. */
function together(histograms: readonly Histogram[]): Histogram {
  const [first] = histograms
  if (!first) throw new Error('Nothing was measured')
  const counts = new Float64Array(first.counts.length)
  for (const histogram of histograms) {
    for (let bin = 0; bin < counts.length; bin++) {
      counts[bin] = (counts[bin] as number) + (histogram.counts[bin] ?? 0)
    }
  }
  return { from: first.from, to: first.to, counts: Uint32Array.from(counts) }
}

/** The smallest value with that share of all values at or below it, as finely as the bins tell. */
function valueAt({ from, to, counts }: Histogram, count: number, share: number): number {
  const rank = Math.max(1, Math.ceil(share * count))
  const width = (to - from) / counts.length
  let below = 0
  for (let bin = 0; bin < counts.length; bin++) {
    below += counts[bin] as number
    if (below >= rank) return from + bin * width
  }
  return from
}

const classes = 256

/** Whole numbers share classes evenly; 16 bits are seldom all used, so that their classes begin at the least value. */
function inClasses({ from, to, counts }: Histogram, min: number, max: number): ChannelStats['histogram'] {
  const merged = new Array<number>(classes).fill(0)
  if (counts.length === 1) return { low: from, high: to, counts: merged }
  const isWhole = to - from === counts.length
  const low = counts.length > classes && isWhole ? min : from
  const bins = counts.length > classes && isWhole ? max + 1 - min : counts.length
  const binsEach = Math.max(1, Math.ceil(bins / classes))
  const width = (to - from) / counts.length
  const first = Math.round((low - from) / width)
  for (let bin = first; bin < counts.length; bin++) {
    const index = Math.floor((bin - first) / binsEach)
    if (index < classes) merged[index] = (merged[index] as number) + (counts[bin] as number)
  }
  return { low, high: low + classes * binsEach * width, counts: merged }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The other way round, as far as showing a channel needs it. */
export function statisticsOf(stats: ChannelStats, channel: number): ChannelStatistics {
  const { min, max, mean, percentiles, histogram } = stats
  const { low: from, high: to } = histogram
  const counts = Uint32Array.from(histogram.counts)
  const { p0_1: low, p50: median, p99_9: high } = percentiles
  const count = counts.reduce((sum, each) => sum + each, 0)
  return {
    channel,
    sample: 0,
    level: 0,
    count,
    min,
    max,
    mean,
    low,
    median,
    high,
    histogram: { from, to, counts },
  }
}
