import { expect, test } from 'vitest'
import { qualityGroups } from './quality-groups.ts'

const none = { none: 0, queued: 0, running: 0, passed: 0, warned: 0, failed: 0, error: 0, cancelled: 0 }

test('says nothing where no slide was ever checked', () => {
  expect(qualityGroups(none)).toEqual([])
  expect(qualityGroups({ ...none, none: 12 })).toEqual([])
})

test('tells the three verdicts always, the rest where there are any', () => {
  const groups = qualityGroups({ ...none, passed: 3, none: 2 })
  expect(groups).toEqual([
    { states: ['failed'], count: 0 },
    { states: ['warned'], count: 0 },
    { states: ['passed'], count: 3 },
    { states: ['none'], count: 2 },
  ])
})

test('what waits and what runs is under way', () => {
  expect(qualityGroups({ ...none, queued: 4, running: 1 })).toContainEqual({
    states: ['running', 'queued'],
    count: 5,
  })
})
