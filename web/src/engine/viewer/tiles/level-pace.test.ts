import { beforeEach, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../../test-clock.ts'
import { createLevelPace, type LevelPace } from './level-pace.ts'

let clock: TestClock
let pace: LevelPace
let stayed: number

beforeEach(() => {
  clock = createTestClock()
  stayed = 0
  pace = createLevelPace(clock, () => {
    stayed += 1
  })
})

test('the first level is fetched at once, moving or not', () => {
  expect(pace.isPassing(3, true)).toBe(false)
})

test('levels that are passed through are not fetched, the one that lasts is', async () => {
  pace.isPassing(3, true)
  expect(pace.isPassing(2, true)).toBe(true)
  await clock.advance(50)
  expect(pace.isPassing(1, true)).toBe(true)
  await clock.advance(50)
  expect(pace.isPassing(1, true)).toBe(true)
  expect(stayed).toBe(0)
  await clock.advance(50)
  expect(stayed).toBe(1)
  expect(pace.isPassing(1, true)).toBe(false)
})

test('at rest every level is fetched at once', () => {
  pace.isPassing(3, false)
  expect(pace.isPassing(2, false)).toBe(false)
})

test('panning at one level is never held back', () => {
  for (let frame = 0; frame < 5; frame++) expect(pace.isPassing(2, true)).toBe(false)
})

test('nothing is told once it is over', async () => {
  pace.isPassing(3, true)
  pace.isPassing(2, true)
  pace.destroy()
  await clock.advance(1000)
  expect(stayed).toBe(0)
})
