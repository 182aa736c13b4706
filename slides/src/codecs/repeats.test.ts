import { expect, test } from 'vitest'
import { Repeats } from './repeats.ts'

const pixels = (value: number) => new Uint8Array(1000).fill(value)

function countMade(most: number) {
  const made: number[] = []
  const repeats = new Repeats<number>(most)
  const get = (value: number) => {
    const given = pixels(value)
    return repeats.get(given, async () => {
      made.push(value)
      // As encoders do, which take differences in place.
      given.fill(0)
      return value
    })
  }
  return { made, get }
}

test('what comes again and again is made twice, and what comes between is not mistaken for it', async () => {
  const { made, get } = countMade(2)
  for (let n = 0; n < 100; n++) expect(await get(7)).toBe(7)
  expect(made).toEqual([7, 7])
  for (const value of [8, 7, 8, 7, 8, 7]) expect(await get(value)).toBe(value)
  expect(made).toEqual([7, 7, 8, 8])
})

test('only so many are remembered', async () => {
  const { made, get } = countMade(2)
  for (const value of [1, 1, 2, 3, 1]) expect(await get(value)).toBe(value)
  expect(made).toEqual([1, 1, 2, 3, 1])
})
