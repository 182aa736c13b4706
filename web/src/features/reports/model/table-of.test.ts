import { expect, test } from 'vitest'
import { chartData } from './chart-data.ts'
import { tableOf } from './table-of.ts'
import { testAnalytics } from './test-analytics.ts'

test('over time a row is an interval, its figures lead to their lists, and the last row is all of it', () => {
  const data = chartData(testAnalytics({ passed: [4, 0, 2], failed: [1, 0, 0] }))
  const { columns, rows } = tableOf('verdicts', data, null)
  expect(columns.map(({ label }) => label)).toEqual(['When', 'The passed', 'The failed', 'All'])
  expect(rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['4', '1', '5'],
    ['0', '0', '0'],
    ['2', '0', '2'],
    ['6', '1', '7'],
  ])
  expect(rows[0]?.cells[1]?.place).toEqual({
    chart: 'verdicts',
    series: 'failed',
    start: '2026-10-26T00:00:00.000Z',
  })
  expect(rows[1]?.cells[0]?.place).toBeNull()
  expect(rows[3]?.cells[0]?.place).toEqual({ chart: 'verdicts', series: 'passed', start: null })
})

test('groups of the whole period come with the largest first, and with what was before', () => {
  const data = chartData(testAnalytics({ pen: [1, 0, 0], focus: [2, 2, 2], others: [1, 1, 1] }))
  const before = chartData(testAnalytics({ focus: [4, 0, 0] }))
  const { rows } = tableOf('failing', data, before)
  expect(rows.map(({ label, cells }) => [label, ...cells.map(({ text }) => text)])).toEqual([
    ['The focus', '6', '4', '+50%'],
    ['The others', '3', '0', ''],
    ['The pen', '1', '0', ''],
  ])
  // The rest of many has no list.
  expect(rows[1]?.cells[0]?.place).toBeNull()
})

test('what is kept is not added up', () => {
  const data = chartData(testAnalytics({ all: [10, 20, 30] }, { unit: 'bytes' }))
  expect(tableOf('storage', data, null).rows).toHaveLength(3)
})
