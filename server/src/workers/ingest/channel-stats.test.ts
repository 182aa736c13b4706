import { channelStats } from '@cresyl/contract/slides/images'
import { type ChannelStatistics, measureChannels, memorySource, openSlide } from '@cresyl/slides'
import { expect, test } from 'vitest'
import { channelStatsOf } from './channel-stats.ts'
import { stripedTiff } from './test-support/made-files.ts'

/** As the library counts them: one bin a value. */
function counted(bins: number, values: readonly number[], sample = 0): ChannelStatistics {
  const counts = new Uint32Array(bins)
  for (const value of values) counts[value] = (counts[value] as number) + 1
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] as number
  return {
    channel: 0,
    sample,
    level: 0,
    count: values.length,
    min: at(0),
    max: at(1),
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    low: at(0.001),
    median: at(0.5),
    high: at(0.999),
    histogram: { from: 0, to: bins, counts },
  }
}

const upTo = (length: number) => Array.from({ length }, (_, index) => index)

test('the percentiles of 16 bits are exact', () => {
  const stats = channelStatsOf([
    counted(
      65_536,
      upTo(10_000).map((value) => value + 100),
    ),
  ])
  expect(channelStats.parse(stats)).toMatchObject({
    min: 100,
    max: 10_099,
    mean: 5099.5,
    percentiles: { p0_1: 109, p1: 199, p50: 5099, p99: 9999, p99_9: 10_089 },
  })
})

test('the classes of 16 bits begin at the least value and hold as many values each', () => {
  const { histogram } = channelStatsOf([
    counted(
      65_536,
      upTo(1000).map((value) => value + 100),
    ),
  ])
  expect(histogram).toMatchObject({ low: 100, high: 100 + 256 * 4 })
  expect(histogram.counts).toHaveLength(256)
  expect(histogram.counts.slice(0, 250)).toEqual(Array(250).fill(4))
  expect(histogram.counts.slice(250)).toEqual(Array(6).fill(0))
})

test('the classes of 8 bits are its values', () => {
  const { histogram } = channelStatsOf([counted(256, [0, 0, 7, 255])])
  expect(histogram).toMatchObject({ low: 0, high: 256 })
  expect([histogram.counts[0], histogram.counts[7], histogram.counts[255]]).toEqual([2, 1, 1])
})

test('the colours of RGB are taken together', () => {
  const stats = channelStatsOf([
    counted(256, [10, 10], 0),
    counted(256, [20, 20], 1),
    counted(256, [40, 50], 2),
  ])
  expect(stats).toMatchObject({ min: 10, max: 50, mean: 25, percentiles: { p0_1: 10, p50: 20, p99_9: 50 } })
  expect(stats.histogram.counts.reduce((sum, each) => sum + each)).toBe(6)
})

test('what was never a number has classes too', () => {
  const nothing = { ...counted(1, [0]), count: 0, histogram: { from: 0, to: 1, counts: new Uint32Array(1) } }
  expect(channelStats.parse(channelStatsOf([nothing])).histogram.counts).toHaveLength(256)
})

test('every value of a floating point image is in a class', async () => {
  const bytes = stripedTiff({ width: 64, height: 50, float: true }, (x, y) => x / 7 - y)
  const slide = await openSlide(memorySource(bytes, 'floats'))
  const [image] = slide.images
  if (!image) throw new Error('no image')
  const stats = channelStatsOf(await measureChannels(image))
  expect(stats.min).toBeCloseTo(-49)
  expect(stats.histogram).toMatchObject({ low: stats.min, high: expect.closeTo(stats.max) })
  expect(stats.histogram.counts.reduce((sum, each) => sum + each)).toBe(64 * 50)
  const { p0_1, p1, p50, p99, p99_9 } = stats.percentiles
  expect([p0_1, p1, p50, p99, p99_9]).toEqual([p0_1, p1, p50, p99, p99_9].toSorted((a, b) => a - b))
})
