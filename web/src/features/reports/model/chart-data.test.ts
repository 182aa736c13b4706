import { expect, test } from 'vitest'
import { chartData, foldSeries, grandTotal, isEmpty, withoutEmpty } from './chart-data.ts'
import { testAnalytics } from './test-analytics.ts'

test('an interval reaches only as far as the period', () => {
  const { buckets } = chartData(testAnalytics({ all: [1, 2, 3] }))
  expect(buckets.map(({ from, to }) => `${from.slice(0, 10)} ${to.slice(0, 10)}`)).toEqual([
    '2026-10-28 2026-11-02',
    '2026-11-02 2026-11-09',
    '2026-11-09 2026-11-12',
  ])
})

test('series of which there is nothing are left out, unless there was something before', () => {
  const data = chartData(testAnalytics({ passed: [1, 0, 0], failed: [0, 0, 0], warned: [0, 0, 0] }))
  const before = chartData(testAnalytics({ passed: [0, 0, 0], failed: [0, 4, 0], warned: [0, 0, 0] }))
  expect(withoutEmpty(data).series.map(({ key }) => key)).toEqual(['passed'])
  expect(withoutEmpty(data, before).series.map(({ key }) => key)).toEqual(['passed', 'failed'])
})

test('where there is nothing at all, all series stay', () => {
  const data = chartData(testAnalytics({ passed: [0, 0, 0], failed: [0, 0, 0] }))
  expect(isEmpty(data)).toBe(true)
  expect(withoutEmpty(data).series).toHaveLength(2)
})

test('of a thousand series the largest stay, in their order, and the sum of the rest is right', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`s${at}`, [at, 1, 0]]))
  const data = chartData(testAnalytics({ ...many, others: [5, 5, 5] }))
  const folded = foldSeries(data, 7)
  expect(folded.series.map(({ key }) => key)).toEqual([
    's994',
    's995',
    's996',
    's997',
    's998',
    's999',
    'others',
  ])
  expect(grandTotal(folded)).toBe(grandTotal(data))
  expect(folded.series.at(-1)?.values[1]).toBe(994 + 5)
})

test('medians have no sum: the longest stay, the rest is left to the table', () => {
  const seconds = { a: [3, null, 1], b: [2, 2, 2], c: [9, 9, 9] }
  const data = chartData(testAnalytics(seconds, { unit: 'seconds', totals: { a: 30, b: 2, c: 9 } }))
  expect(foldSeries(data, 2).series.map(({ key }) => key)).toEqual(['a', 'c'])
  expect(grandTotal(data)).toBeNull()
})

test('of shares those that were told from most stay', () => {
  const shares = { a: [3, null, 1], b: [2, 2, 2], c: [9, 9, 9] }
  const data = chartData(testAnalytics(shares, { unit: 'share', totals: { a: 1, b: 0.2, c: 0.5 } }))
  expect(foldSeries(data, 2).series.map(({ key }) => key)).toEqual(['b', 'c'])
})

test('few enough are left as they are', () => {
  const data = chartData(testAnalytics({ a: [1, 1, 1], b: [2, 2, 2] }))
  expect(foldSeries(data, 2)).toBe(data)
})
