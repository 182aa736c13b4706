import { expect, test } from 'vitest'
import { noFilters } from './filters.ts'
import { intervalOf, type Report, readReport, withPeriod, writeReport } from './report.ts'

const today = '2026-11-17'
const id = '01900000-0000-7000-8000-000000000001'

const read = (address: string) => readReport(new URLSearchParams(address), today)

test('without a word it is this quarter, of everything', () => {
  const { report, faults } = read('')
  expect(faults).toEqual([])
  expect(report).toEqual({
    period: { kind: 'quarter', year: 2026, quarter: 4 },
    interval: null,
    filters: noFilters,
    slidesBy: 'stainer',
    compare: false,
    tables: [],
    list: null,
  } satisfies Report)
  expect(intervalOf(report, today)).toBe('week')
  expect(writeReport(report, today).toString()).toBe('')
})

test('a link keeps all of it', () => {
  const report: Report = {
    period: { kind: 'range', first: '2026-01-15', last: '2026-03-20' },
    interval: 'month',
    filters: { project: [id, 'none'], tissue: [id], stain: ['none'], predictor: [id], member: [id] },
    slidesBy: 'tissue',
    compare: true,
    tables: ['uploads', 'verdicts'],
    list: { chart: 'verdicts', series: 'failed', start: '2026-02-01T00:00:00.000Z' },
  }
  const address = writeReport(report, today)
  expect(read(address.toString())).toEqual({ report, faults: [] })
})

test('a list of the whole period has no beginning', () => {
  const { report } = read('list=failing~focus')
  expect(report.list).toEqual({ chart: 'failing', series: 'focus', start: null })
})

test('what else the address says stays', () => {
  const { report } = read('')
  expect(writeReport(report, today, new URLSearchParams('tab=overview&compare=1')).toString()).toBe(
    'tab=overview',
  )
})

test.each([
  ['period=2026-q9', 'period', '2026-q9'],
  ['period=', 'period', ''],
  ['period=2026-03-20..2026-01-15', 'period', '2026-03-20..2026-01-15'],
  ['by=hour', 'interval', 'hour'],
  ['period=10y&by=day', 'interval', 'day'],
  ['project=unsorted', 'project', 'unsorted'],
  ['predictor=none', 'predictor', 'none'],
  [`member=${id}&member=drop+table`, 'member', 'drop table'],
  ['slides=size', 'slidesBy', 'size'],
  ['compare=perhaps', 'compare', 'perhaps'],
  ['tables=uploads+cellar', 'tables', 'uploads cellar'],
  ['list=cellar~x', 'list', 'cellar~x'],
  ['list=verdicts~failed~yesterday', 'list', 'verdicts~failed~yesterday'],
  ['list=verdicts', 'list', 'verdicts'],
])('of “%s” it is told that %s makes no sense', (address, parameter, said) => {
  const { report, faults } = read(address)
  expect(faults).toEqual([{ parameter, said }])
  // What is left of it can be read.
  expect(readReport(writeReport(report, today), today).faults).toEqual([])
})

test('thousands of ids are no filter', () => {
  const many = Array.from(
    { length: 1000 },
    (_, at) => `project=01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  )
  const { report, faults } = read(many.join('&'))
  expect(report.filters.project).toHaveLength(30)
  expect(faults).toHaveLength(970)
})

test('another period closes the list, and keeps the interval only where it still divides it', () => {
  const { report } = read('by=day&list=failing~focus')
  const longer = withPeriod(report, { kind: 'years', count: 10 }, today)
  expect(longer).toMatchObject({ interval: null, list: null })
  expect(withPeriod(report, { kind: 'month', year: 2026, month: 2 }, today).interval).toBe('day')
})
