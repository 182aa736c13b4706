import { expect, test } from 'vitest'
import { createRandom } from '../../test-random.ts'
import { unshuffle } from './unshuffle.ts'

test('numbers come back from their low bytes and their high bytes', () => {
  const random = createRandom(3)
  const numbers = Uint16Array.from({ length: 257 }, () => Math.floor(random() * 65_536))
  const bytes = new Uint8Array(numbers.length * 2)
  numbers.forEach((number, index) => {
    bytes[index] = number & 255
    bytes[numbers.length + index] = number >> 8
  })
  expect(unshuffle(bytes)).toEqual(numbers)
})

test('the least and the greatest', () => {
  expect([...unshuffle(Uint8Array.of(0, 255, 1, 0, 255, 0))]).toEqual([0, 65_535, 1])
  expect(unshuffle(new Uint8Array())).toHaveLength(0)
})

test('half a pair is refused', () => {
  expect(() => unshuffle(new Uint8Array(3))).toThrow(RangeError)
})
