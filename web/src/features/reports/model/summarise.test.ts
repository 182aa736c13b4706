import { expect, test } from 'vitest'
import { chartData } from './chart-data.ts'
import { summarise } from './summarise.ts'
import { testAnalytics } from './test-analytics.ts'

test('how much, when most, of what, and before', () => {
  const data = chartData(testAnalytics({ passed: [1, 4, 0], failed: [0, 1, 0] }))
  const before = chartData(testAnalytics({ passed: [2, 0, 0] }))
  expect(plain(summarise('column', data, before, 'en-GB'))).toBe(
    '6 in total. Most 2 – 8 Nov 2026: 5. The passed: 5; The failed: 1. The period before: 2.',
  )
})

test('measures overlap, so that they have no sum', () => {
  const data = chartData(testAnalytics({ focus: [1, 4, 0], pen: [0, 1, 0] }))
  expect(summarise('bar', data, null, 'en-GB')).toBe('The focus: 5; The pen: 1.')
})

test('only what has a name is told', () => {
  const data = chartData(testAnalytics({ others: [9, 9, 9], a: [1, 4, 0], b: [0, 1, 0] }))
  expect(summarise('pie', data, null, 'en-GB')).toBe('33 in total. The a: 5; The b: 1.')
})

test('of what is kept the last counts', () => {
  const data = chartData(testAnalytics({ all: [1024, 2048, 4096] }, { unit: 'bytes' }))
  expect(summarise('area', data, null, 'en-GB')).toBe('4 KB at the end.')
})

test('nothing is said to be nothing', () => {
  expect(summarise('column', chartData(testAnalytics({ a: [0, 0, 0] })), null)).toBe(
    'Nothing in this period.',
  )
})

/** Spaces of all widths are spaces. */
function plain(text: string): string {
  return text.replaceAll(/\s/g, ' ')
}
