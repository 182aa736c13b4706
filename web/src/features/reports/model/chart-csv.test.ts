import { expect, test } from 'vitest'
import { chartsCsv } from './chart-csv.ts'
import { chartData } from './chart-data.ts'
import { testAnalytics } from './test-analytics.ts'

test('each figure is a line with what it is of; days are those of the organisation', () => {
  const reply = testAnalytics({ stored: [4, 0, 2] }, { time_zone: 'Europe/Berlin' })
  const lines = chartsCsv([{ id: 'uploads', data: chartData(reply), before: null }]).split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toBe('Uploads and storage,Uploads,The stored,this,2026-10-28,2026-11-02,count,4,4')
})

test('groups of the whole period are a line each, with the period before', () => {
  const data = chartData(testAnalytics({ focus: [1, 2, 3] }))
  const before = chartData(testAnalytics({ focus: [0, 1, 0] }))
  const lines = chartsCsv([{ id: 'failing', data, before }])
    .trimEnd()
    .split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',').slice(3).join(' '))).toEqual([
    'this 2026-10-28 2026-11-12 count 6 6',
    'before 2026-10-28 2026-11-12 count 1 1',
  ])
})

test('nothing that somebody has named is run as a formula', () => {
  const reply = testAnalytics({ x: [1, 0, 0] })
  const evil = {
    ...reply,
    series: reply.series.map((series) => ({ ...series, label: '=HYPERLINK("http://x","y")' })),
  }
  const csv = chartsCsv([{ id: 'slides', data: chartData(evil), before: null }])
  expect(csv).toContain(`"'=HYPERLINK(""http://x"",""y"")"`)
})

test('what can’t be told is empty, not zero', () => {
  const reply = testAnalytics({ p: [null, 30, 0] }, { unit: 'seconds' })
  const lines = chartsCsv([{ id: 'durations', data: chartData(reply), before: null }]).split('\r\n')
  expect(lines[1]?.split(',').slice(-3)).toEqual(['seconds', '', '0'])
})
