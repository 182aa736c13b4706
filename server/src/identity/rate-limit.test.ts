import { expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

function limitAt(limit: number, maxAddresses?: number) {
  let time = 1_800_000_000_000
  const clock = { now: () => new Date(time) }
  const options = { limit, windowSeconds: 60, ...(maxAddresses && { maxAddresses }) }
  return {
    ...createRateLimit(options, clock),
    skip: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

test('allows so many tries a minute for each address', () => {
  const { allow } = limitAt(3)
  expect([1, 2, 3, 4].map(() => allow('10.0.0.1'))).toEqual([true, true, true, false])
  expect(allow('10.0.0.2')).toBe(true)
})

test('the window slides: the turn of a minute gives no second helping', () => {
  const { allow, skip } = limitAt(10)
  skip(59)
  for (let n = 0; n < 10; n++) allow('10.0.0.1')
  skip(2)
  expect(allow('10.0.0.1')).toBe(true)
  expect(allow('10.0.0.1')).toBe(false)
  skip(60)
  expect(allow('10.0.0.1')).toBe(true)
})

test('the addresses of one IPv6 subscriber count as one, and so do two spellings of an IPv4 address', () => {
  const { allow } = limitAt(1)
  expect(allow('2001:db8:0:1::7')).toBe(true)
  expect(allow('2001:db8:0:1:ffff:1:2:3')).toBe(false)
  expect(allow('2001:db8:0:2::7')).toBe(true)
  expect(allow('10.0.0.1')).toBe(true)
  expect(allow('::ffff:10.0.0.1')).toBe(false)
  expect(allow('::1')).toBe(true)
})

test('remembers a bounded number of addresses, forgetting the one that has been quiet longest', () => {
  const { allow } = limitAt(1, 2)
  expect(['a', 'b', 'a', 'c'].map(allow)).toEqual([true, true, false, true])
  expect(allow('a')).toBe(false)
  expect(allow('b')).toBe(true)
})
