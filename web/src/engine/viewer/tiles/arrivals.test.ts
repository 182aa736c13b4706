import { beforeEach, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../../test-clock.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'

let clock: TestClock
let arrivals: Arrivals
let told: number

beforeEach(() => {
  clock = createTestClock()
  told = 0
  arrivals = createArrivals(clock, () => {
    told += 1
  })
  arrivals.expect(10)
})

test('the first is told at once', () => {
  arrivals.one()
  expect(told).toBe(1)
})

test('those that come soon after are told together', async () => {
  for (let n = 0; n < 5; n += 1) arrivals.one()
  expect(told).toBe(1)
  await clock.advance(100)
  expect(told).toBe(2)
  await clock.advance(1000)
  expect(told).toBe(2)
})

test('the last that is missing is told at once', () => {
  for (let n = 0; n < 9; n += 1) arrivals.one()
  expect(told).toBe(1)
  arrivals.one()
  expect(told).toBe(2)
})

test('one that comes after a pause is told at once', async () => {
  arrivals.one()
  await clock.advance(100)
  arrivals.one()
  expect(told).toBe(2)
})

test('nothing is told once it is over', async () => {
  arrivals.one()
  arrivals.one()
  arrivals.destroy()
  await clock.advance(1000)
  expect(told).toBe(1)
})
