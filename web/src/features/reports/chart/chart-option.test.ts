import { expect, test } from 'vitest'
import { type ChartData, chartData } from '../model/chart-data.ts'
import { testAnalytics } from '../model/test-analytics.ts'
import { placeOf } from './hit-place.ts'
import { drawnData, optionOf } from './option-of.ts'
import { testLook } from './test-look.ts'

const data = chartData(testAnalytics({ passed: [4, 0, 2], failed: [1, 0, 0] }))
const drawn = (changes: { data?: ChartData; before?: ChartData | null } = {}) => ({
  data,
  before: null,
  summary: 'In words.',
  beforeName: 'Before',
  nowName: 'Now',
  ...changes,
})
const seriesOf = (option: object) =>
  [('series' in option && option.series) || []].flat() as Record<string, unknown>[]

test('a pie has slices that move out by 10, labels 30 away, and a line of 1 around slices', () => {
  const [pie] = seriesOf(optionOf('pie', drawn(), testLook()))
  expect(pie).toMatchObject({
    type: 'pie',
    selectedMode: 'single',
    selectedOffset: 10,
    labelLine: { length: 30 },
    itemStyle: { borderWidth: 1 },
  })
})

test.each([
  ['column', 'bar', { stack: 'all' }],
  ['line', 'line', {}],
  ['area', 'line', { areaStyle: { opacity: 0.25 } }],
  ['scatter', 'scatter', {}],
] as const)('a %s chart is drawn over time', (shape, type, more) => {
  const option = optionOf(shape, drawn(), testLook())
  expect(option.xAxis).toMatchObject({ type: 'category', data: ['28 Oct', '2 Nov', '9 Nov'] })
  expect(seriesOf(option)).toMatchObject([
    { id: 'passed', name: 'The passed', type, data: [4, 0, 2], ...more },
    { id: 'failed', type },
  ])
})

test('of many predictors the ten that take longest are drawn as points', () => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`p${at}`, [at, null, at]]))
  const drawnKeys = drawnData('scatter', chartData(testAnalytics(many, { unit: 'seconds' }))).series.map(
    ({ key }) => key,
  )
  expect(drawnKeys).toEqual(Array.from({ length: 10 }, (_, at) => `p${at + 15}`))
})

test('bars lie, the largest on top', () => {
  const mixed = chartData(testAnalytics({ pen: [1, 0, 0], others: [9, 9, 9], focus: [5, 0, 0] }))
  const option = optionOf('bar', drawn({ data: drawnData('bar', mixed) }), testLook())
  expect(option.yAxis).toMatchObject({
    type: 'category',
    data: ['The focus', 'The pen', 'The others'],
    inverse: true,
  })
})

test('the period before is one dashed line where things add up, and leads nowhere', () => {
  const before = chartData(testAnalytics({ passed: [1, 2], failed: [1, 1] }))
  const option = optionOf('column', drawn({ before }), testLook())
  const dashed = seriesOf(option).at(-1)
  expect(dashed).toMatchObject({
    name: 'Before',
    type: 'line',
    data: [2, 3, null],
    lineStyle: { type: 'dashed' },
  })
  expect(placeOf('verdicts', 'column', data, { seriesId: String(dashed?.id), at: 0 })).toBeNull()
})

test('medians are compared one by one', () => {
  const medians = chartData(testAnalytics({ a: [60, null, 30], b: [5, 5, 5] }, { unit: 'seconds' }))
  const dashed = seriesOf(optionOf('line', drawn({ data: medians, before: medians }), testLook())).slice(2)
  expect(dashed.map(({ name, data: values }) => [name, values])).toEqual([
    ['The a, before', [60, null, 30]],
    ['The b, before', [5, 5, 5]],
  ])
})

test('every chart says in words what it shows, has patterns, and moves only where it may', () => {
  for (const shape of ['column', 'line', 'area', 'scatter', 'bar', 'pie'] as const) {
    const option = optionOf(shape, drawn(), testLook({ moving: false, mode: 'dark' }))
    expect(option.aria).toMatchObject({
      enabled: true,
      label: { description: 'In words.' },
      decal: { show: true },
    })
    expect(option.animation).toBe(false)
  }
})

test('one point is seen', () => {
  const one = chartData(testAnalytics({ all: [3] }))
  const option = optionOf('line', drawn({ data: one }), testLook())
  expect(seriesOf(option)[0]).toMatchObject({ showSymbol: true, data: [3] })
  expect(option.xAxis).toMatchObject({ boundaryGap: true })
})

test('what is clicked on is found again', () => {
  expect(placeOf('verdicts', 'column', data, { seriesId: 'failed', at: 0 })).toEqual({
    chart: 'verdicts',
    series: 'failed',
    start: '2026-10-26T00:00:00.000Z',
  })
  // Of nothing there is no list.
  expect(placeOf('verdicts', 'column', data, { seriesId: 'failed', at: 1 })).toBeNull()
  const some = chartData(testAnalytics({ none: [0, 0, 0], focus: [1, 0, 0] }))
  expect(placeOf('checks', 'pie', some, { seriesId: 'slices', at: 0 })).toMatchObject({
    series: 'focus',
    start: null,
  })
  expect(placeOf('failing', 'bar', some, { seriesId: 'now', at: 1 })).toMatchObject({ series: 'focus' })
})

test('bars of the period before stand for what the bars above them do', () => {
  const now = chartData(testAnalytics({ a: [5, 0, 0], others: [4, 0, 0] }))
  const counted = chartData(testAnalytics({ a: [1, 0, 0], b: [2, 0, 0], others: [3, 0, 0] }))
  const [, before] = seriesOf(optionOf('bar', drawn({ data: now, before: counted }), testLook()))
  expect(before?.data).toEqual([1, 5])

  // Of nothing no share succeeded, and none failed.
  const shares = chartData(testAnalytics({ a: [0.5, null, null], b: [1, null, null] }, { unit: 'share' }))
  const less = { ...shares, series: shares.series.slice(0, 1) }
  const [, none] = seriesOf(optionOf('bar', drawn({ data: shares, before: less }), testLook()))
  expect(none?.data).toEqual([less.series[0]?.total, null])
})

test('where lines begin and end, names of the axis stay within the picture', () => {
  const edges = { alignMinLabel: 'left', alignMaxLabel: 'right' }
  expect(optionOf('area', drawn(), testLook()).xAxis).toMatchObject({ axisLabel: edges })
  expect(optionOf('column', drawn(), testLook()).xAxis).not.toMatchObject({ axisLabel: edges })
})
