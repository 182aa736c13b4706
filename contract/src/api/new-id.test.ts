import { expect, test } from 'vitest'
import { id } from './fields.ts'
import { newId } from './new-id.ts'

test('an id is a UUID of version 7 and the RFC variant', () => {
  for (let n = 0; n < 1000; n += 1) {
    const made = newId()
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  expect(id.safeParse(newId()).success).toBe(true)
})

test('it begins with the milliseconds since 1970', () => {
  const now = Date.UTC(2026, 10, 3, 8, 15, 30, 123)
  const digits = newId(now).replaceAll('-', '').slice(0, 12)
  expect(Number.parseInt(digits, 16)).toBe(now)
  expect(newId(0)).toMatch(/^00000000-0000-7/)
  expect(newId(2 ** 48 - 1)).toMatch(/^ffffffff-ffff-7/)
})

test('without a time it takes the present one', () => {
  const before = Date.now()
  const made = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)
  expect(made).toBeGreaterThanOrEqual(before)
  expect(made).toBeLessThanOrEqual(Date.now())
})

test('ids sort as text by the time they were made', () => {
  const times = [0, 1, 255, 256, 65_535, 65_536, 1_794_000_000_000, 1_794_000_000_001, 2 ** 48 - 1]
  const made = times.map((time) => newId(time))
  expect(made.toSorted()).toEqual(made)
})

test('ids of the same millisecond differ', () => {
  const made = Array.from({ length: 10_000 }, () => newId(1_794_000_000_000))
  expect(new Set(made).size).toBe(made.length)
})
