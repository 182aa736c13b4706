import { expect, test } from 'vitest'
import { type Figure, isWithin, tableOf, verdictOf } from './figures.ts'

const processor: Figure = { name: 'CPU', value: 2.5, unit: 'ms/MB', atMost: 3.3 }
const speed: Figure = { name: 'Speed', value: 900, unit: 'jobs/min', atLeast: 1000 }
const ratio: Figure = { name: 'Ratio', value: 3, unit: '×' }

test('a figure is within its bar, or has none', () => {
  expect([processor, speed, ratio].map(isWithin)).toEqual([true, false, true])
  expect(isWithin({ ...processor, value: 3.3 })).toBe(true)
  expect(isWithin({ ...speed, value: 1000 })).toBe(true)
})

test('what could not be measured is within no bar', () => {
  expect([processor, speed].map((figure) => isWithin({ ...figure, value: Number.NaN }))).toEqual([
    false,
    false,
  ])
})

test('the last line says whether all bars are kept, and which are not', () => {
  expect(verdictOf('upload', [processor, ratio])).toBe('upload: within budget')
  expect(verdictOf('jobs', [processor, speed])).toBe('jobs: misses Speed ≥ 1000 jobs/min: 900 jobs/min')
})

test('the table has the bar beside each figure', () => {
  expect(tableOf([processor, speed, ratio]).split('\n')).toEqual([
    '  CPU      2.50 ms/MB  ≤ 3.3 ms/MB      ✔',
    '  Speed  900 jobs/min  ≥ 1000 jobs/min  ✘',
    '  Ratio        3.00 ×',
  ])
})
