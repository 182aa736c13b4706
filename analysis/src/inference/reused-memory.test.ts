import { expect, test } from 'vitest'
import { reused } from './reused-memory.ts'

test('memory is made once for all that fits, and anew for what does not', () => {
  const made: number[] = []
  const take = reused((length) => {
    made.push(length)
    return new Uint16Array(length)
  })
  const first = take(6)
  first.fill(7)
  expect([...take(4)]).toEqual([7, 7, 7, 7])
  expect(take(6).buffer).toBe(first.buffer)
  expect(take(9)).toHaveLength(9)
  expect(made).toEqual([0, 6, 9])
})
