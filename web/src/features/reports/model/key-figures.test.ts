import { expect, test } from 'vitest'
import { changeOf } from './change-of.ts'
import { figureOf } from './key-figures.ts'
import { testAnalytics } from './test-analytics.ts'

test('what passed is a share of all that was checked', () => {
  const { read } = figureOf('passed')
  expect(read(testAnalytics({ passed: [1, 1, 1], warned: [0, 0, 0], failed: [1, 0, 0] }))).toBe(0.75)
  expect(read(testAnalytics({ passed: [0, 0, 0] }))).toBeNull()
})

test('others count too', () => {
  expect(figureOf('slides').read(testAnalytics({ a: [1, 2, 3], others: [4, 0, 0] }))).toBe(10)
})

test.each([
  ['count', 12, 10, null, { direction: 'up', tone: 'plain', text: '+20%' }],
  ['seconds', 30, 60, false, { direction: 'down', tone: 'good', text: '-50%' }],
  ['count', 3, 0, false, { direction: 'up', tone: 'bad', text: 'nothing before' }],
  ['share', 0.9, 0.95, true, { direction: 'down', tone: 'bad', text: '−5 points' }],
  ['count', 7, 7, true, { direction: 'level', tone: 'plain', text: 'as before' }],
  ['seconds', null, 60, false, null],
] as const)('%s of %s after %s', (unit, now, before, better, change) => {
  expect(changeOf(unit, now, before, better, 'en-GB')).toEqual(change)
})
