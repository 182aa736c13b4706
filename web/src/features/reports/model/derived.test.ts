import { expect, test } from 'vitest'
import { failureShares, turnarounds } from './derived.ts'
import { testAnalytics } from './test-analytics.ts'

test('shares are of all checks of the interval; of none there is no share', () => {
  const verdicts = testAnalytics({ passed: [6, 0, 1], warned: [3, 0, 1], failed: [1, 0, 0] })
  const { unit, series, totals } = failureShares([verdicts])
  expect(unit).toBe('share')
  expect(series.map(({ key, points }) => [key, ...points.map(({ value }) => value)])).toEqual([
    ['warned', 0.3, null, 0.5],
    ['failed', 0.1, null, 0],
  ])
  expect(totals).toEqual({ warned: 4 / 12, failed: 1 / 12 })
  // Behind a point stand those that failed, not all of which they are a share.
  expect(series[0]?.points[0]?.count).toBe(3)
})

test('the lines of the turnaround keep their values, counts and totals', () => {
  const reply = (value: number) =>
    testAnalytics({ all: [value, null, value] }, { unit: 'seconds', totals: { all: value } })
  const { series, totals } = turnarounds([reply(60), reply(90), reply(600)])
  expect(series.map(({ key }) => key)).toEqual(['verdict', 'slowest', 'result'])
  expect(totals).toEqual({ verdict: 60, slowest: 90, result: 600 })
  expect(series[2]?.points.map(({ value }) => value)).toEqual([600, null, 600])
})
