import { bytes } from '@cresyl/contract/api/limits'
import { beforeEach, expect, test } from 'vitest'
import { createTransfer } from './transfer.ts'
import { createTransferSpeed, type TransferSpeed } from './transfer-speed.ts'

const { MB } = bytes
let time: number
let speed: TransferSpeed

beforeEach(() => {
  time = 5000
  speed = createTransferSpeed(() => time)
})

test('until something was measured 100 MB a second are assumed, with a fifth of the time added', () => {
  expect(speed.bytesPerSecond()).toBe(0)
  expect(speed.secondsFor(1000 * MB)).toBeCloseTo(12)
  speed.add(5 * MB)
  time += 499
  expect(speed.secondsFor(1000 * MB)).toBeCloseTo(12)
})

test('the speed is that of the last 15 seconds', () => {
  for (let second = 0; second < 10; second += 1) {
    speed.add(10 * MB)
    time += 1000
  }
  expect(speed.bytesPerSecond()).toBe(10 * MB)
  expect(speed.secondsFor(100 * MB)).toBeCloseTo(12)
  for (let second = 0; second < 15; second += 1) {
    speed.add(2 * MB)
    time += 1000
  }
  expect(speed.bytesPerSecond()).toBeCloseTo(2 * MB, -6)
})

test('while nothing leaves there is no time to tell, and after a pause the pause does not count', () => {
  speed.add(10 * MB)
  time += 1000
  expect(speed.bytesPerSecond()).toBe(10 * MB)
  time += 60_000
  expect(speed.bytesPerSecond()).toBe(0)
  expect(speed.secondsFor(MB)).toBeNull()
  expect(speed.secondsFor(0)).toBe(0)
  speed.add(4 * MB)
  expect(speed.bytesPerSecond()).toBe(10 * MB)
  time += 1000
  expect(speed.bytesPerSecond()).toBe(4 * MB)
})

test('a part that begins anew is not counted twice, but its bytes have travelled', () => {
  const clock = { now: () => time, wait: () => Promise.reject(new Error('nobody waits')) }
  const transfer = createTransfer(20 * MB, clock, speed)
  transfer.set(1, 5 * MB)
  transfer.set(2, 3 * MB)
  transfer.set(2, 0)
  transfer.set(2, 5 * MB)
  time += 1000
  expect(transfer.figures()).toMatchObject({ bytesSent: 10 * MB, bytesPerSecond: 13 * MB })
  expect(transfer.figures().secondsLeft).toBeCloseTo((10 / 13) * 1.2)
  expect(speed.bytesPerSecond()).toBe(13 * MB)
})
