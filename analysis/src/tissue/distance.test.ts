import { describe, expect, test } from 'vitest'
import { hash } from '../test-support/made-picture.ts'
import { depths, dilate, erode, largestRadius } from './distance.ts'

const sizes = [
  [23, 17],
  [1, 9],
  [9, 1],
  [120, 3],
] as const

const maskOf = (width: number, height: number, rarity: number) =>
  Uint8Array.from({ length: width * height }, (_, at) => (hash(at, 3) % rarity === 0 ? 255 : 0))

/** The length of the shortest way, in steps of 3 to the sides and 4 to the corners, over all pixels there are. */
function thirdsTo(mask: Uint8Array, width: number, wanted: number, at: number): number {
  let least = 255
  mask.forEach((value, other) => {
    if (value !== wanted) return
    const dx = Math.abs((at % width) - (other % width))
    const dy = Math.abs(Math.floor(at / width) - Math.floor(other / width))
    least = Math.min(least, 3 * Math.max(dx, dy) + Math.min(dx, dy))
  })
  return least
}

describe.each(sizes)('in a mask of %d × %d pixels', (width, height) => {
  test.each([1, 2, 4])('growing and shrinking by %d reach as far as they say', (radius) => {
    for (const rarity of [2, 12, 1e9]) {
      const mask = maskOf(width, height, rarity)
      const grown = mask.map((_, at) => (thirdsTo(mask, width, 255, at) <= 3 * radius ? 255 : 0))
      const shrunk = mask.map((_, at) => (thirdsTo(mask, width, 0, at) > 3 * radius ? 255 : 0))
      expect(dilate(mask, width, height, radius)).toEqual(grown)
      expect(erode(mask, width, height, radius)).toEqual(shrunk)
    }
  })

  test('depths are distances to the nearest pixel outside', () => {
    const mask = maskOf(width, height, 9).map((value) => 255 - value)
    const truth = mask.map((_, at) => Math.round(thirdsTo(mask, width, 0, at) / 3))
    expect(depths(mask, width, height)).toEqual(truth)
    expect(Math.max(...depths(mask.fill(255), width, height))).toBe(largestRadius)
  })
})
