import { bytesPerSample, newPixels, type PixelData, type PixelTile } from '../pixels.ts'
import type { Level, SlideImage } from '../slide.ts'
import type { Progress } from './read-region.ts'
import { checkPlane } from './region-plan.ts'
import { countTiles, levelOf, type TileRange, tilesHolding, tilesInOrder } from './tiles-in-order.ts'

export interface Histogram {
  /** Lower edge of the first bin, upper edge of the last; bins are equally wide, 1 for 8 and 16 bits. */
  readonly from: number
  readonly to: number
  readonly counts: Uint32Array
}

/** The values of one channel, or of one colour of an RGB image. */
export interface ChannelStatistics {
  readonly channel: number
  /** 0 but for RGB: 0 red, 1 green, 2 blue. */
  readonly sample: number
  /** Values measured; what is no finite number is left out. */
  readonly count: number
  readonly min: number
  readonly max: number
  readonly mean: number
  /** The 0.1st, 50th and 99.9th percentile: the smallest value with that share of all values at or below it. */
  readonly low: number
  readonly median: number
  readonly high: number
  readonly histogram: Histogram
  /** The level that was measured. */
  readonly level: number
}

export interface MeasureOptions {
  readonly z?: number | undefined
  readonly t?: number | undefined
  /** Only these channels, all when left out. */
  readonly channels?: readonly number[] | undefined
  /** Pixels of each channel that are read at most. */
  readonly maxPixels?: number | undefined
  /** Told after each tile. */
  readonly progress?: Progress | undefined
}

/**
 * Measures each channel on the finest level of at most `maxPixels` (2 million), or on tiles spread evenly over the
 * coarsest one where that is larger. RGB gives three results.
 */
export async function measureChannels(
  image: SlideImage,
  options: MeasureOptions = {},
  signal?: AbortSignal,
): Promise<ChannelStatistics[]> {
  const { z = 0, t = 0, maxPixels = 2_000_000, progress } = options
  const channels = options.channels ?? image.channels.map((_channel, index) => index)
  for (const c of channels) checkPlane(image, { c, z, t })
  const level = measuredLevel(image, maxPixels)
  const parts = measuredTiles(levelOf(image, level), maxPixels)
  const total = channels.length * parts.reduce((sum, part) => sum + countTiles(part), 0)
  const results: ChannelStatistics[] = []
  let done = 0
  for (const c of channels) {
    const counters = Array.from({ length: Math.min(3, image.samples) }, () => createCounter(image.pixelType))
    for (const part of parts) {
      for await (const { tile } of tilesInOrder(image, level, part, { c, z, t }, signal)) {
        counters.forEach((counter, sample) => {
          counter.add(tile, sample)
        })
        progress?.(++done, total)
      }
    }
    results.push(...counters.map((counter, sample) => ({ channel: c, sample, level, ...counter.result() })))
  }
  return results
}

/** All tiles of a level, or as many as `maxPixels` allows in a grid over it. */
function measuredTiles(level: Level, maxPixels: number): TileRange[] {
  const all = tilesHolding(level, 0, 0, level.width, level.height)
  if (level.width * level.height <= maxPixels) return [all]
  const affordable = Math.max(1, Math.floor(maxPixels / (level.tileWidth * level.tileHeight)))
  const inGrid = Math.round(Math.sqrt((affordable * all.right) / all.bottom))
  const columns = Math.max(1, Math.min(all.right, affordable, inGrid))
  const rows = Math.max(1, Math.min(all.bottom, Math.floor(affordable / columns)))
  const parts: TileRange[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = Math.floor(((column + 0.5) * all.right) / columns)
      const top = Math.floor(((row + 0.5) * all.bottom) / rows)
      parts.push({ left, top, right: left + 1, bottom: top + 1 })
    }
  }
  return parts
}

function measuredLevel(image: SlideImage, maxPixels: number): number {
  const sizes = image.levels.map(({ width, height }, level) => ({ level, pixels: width * height }))
  const small = sizes.filter(({ pixels }) => pixels <= maxPixels)
  const best = small.length
    ? small.reduce((a, b) => (b.pixels > a.pixels ? b : a))
    : sizes.reduce((a, b) => (b.pixels < a.pixels ? b : a))
  return best.level
}

type Measured = Omit<ChannelStatistics, 'channel' | 'sample' | 'level'>

interface Counter {
  add(tile: PixelTile, sample: number): void
  result(): Measured
}

const nothing: Measured = {
  count: 0,
  min: 0,
  max: 0,
  mean: 0,
  low: 0,
  median: 0,
  high: 0,
  histogram: { from: 0, to: 1, counts: new Uint32Array(1) },
}

function createCounter(type: SlideImage['pixelType']): Counter {
  if (bytesPerSample(type) > 2) return createSorter()
  const offset = type === 'i8' ? 128 : type === 'i16' ? 32768 : 0
  const counts = new Uint32Array(type === 'u8' || type === 'i8' ? 256 : 65536)
  return {
    add({ data, samples }, sample) {
      for (let i = sample; i < data.length; i += samples) {
        const bin = (data[i] as number) + offset
        counts[bin] = (counts[bin] as number) + 1
      }
    },
    result: () => summarise(counts, offset),
  }
}

function summarise(counts: Uint32Array, offset: number): Measured {
  let count = 0
  let sum = 0
  for (let bin = 0; bin < counts.length; bin++) {
    count += counts[bin] as number
    sum += (counts[bin] as number) * (bin - offset)
  }
  if (count === 0) return nothing
  const atShare = (share: number) => {
    const rank = Math.max(1, Math.ceil(share * count))
    let below = 0
    for (let bin = 0; bin < counts.length; bin++) {
      below += counts[bin] as number
      if (below >= rank) return bin - offset
    }
    return counts.length - 1 - offset
  }
  return {
    count,
    min: atShare(0),
    max: atShare(1),
    mean: sum / count,
    low: atShare(0.001),
    median: atShare(0.5),
    high: atShare(0.999),
    histogram: { from: -offset, to: counts.length - offset, counts },
  }
}

/** Bins of a histogram over values that can't be counted one by one. */
const bins = 1024

/** Keeps the values and sorts them: for types with too many different ones to count. */
function createSorter(): Counter {
  const kept: PixelData[] = []
  return {
    add({ data, samples, pixelType }, sample) {
      const values = newPixels(pixelType, data.length / samples)
      let count = 0
      for (let i = sample; i < data.length; i += samples)
        if (Number.isFinite(data[i])) values[count++] = data[i] as number
      kept.push(values.subarray(0, count))
    },
    result() {
      const count = kept.reduce((sum, values) => sum + values.length, 0)
      if (count === 0) return nothing
      const sorted = new Float64Array(count)
      let at = 0
      for (const values of kept) {
        sorted.set(values, at)
        at += values.length
      }
      sorted.sort()
      const atShare = (share: number) => sorted[Math.max(1, Math.ceil(share * count)) - 1] as number
      const min = atShare(0)
      const max = atShare(1)
      const counts = new Uint32Array(bins)
      const scale = max > min ? bins / (max - min) : 0
      let sum = 0
      for (let i = 0; i < count; i++) {
        const value = sorted[i] as number
        const bin = Math.min(bins - 1, Math.floor((value - min) * scale))
        counts[bin] = (counts[bin] as number) + 1
        sum += value
      }
      const histogram = { from: min, to: max > min ? max : min + 1, counts }
      const shares = { low: atShare(0.001), median: atShare(0.5), high: atShare(0.999) }
      return { count, min, max, mean: sum / count, ...shares, histogram }
    },
  }
}
