import { expect, test } from 'vitest'
import { hash } from '../test-support/made-picture.ts'
import { blurBox } from './blur.ts'

/** As it is defined: means of values, each rounded, at one place after the other. */
function blurOneByOne(map: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const mean = (values: readonly number[]) =>
    Math.floor((values.reduce((sum, value) => sum + value, 0) + values.length / 2) / values.length)
  const near = (place: number, length: number) =>
    Array.from({ length }, (_, index) => index).filter((index) => Math.abs(index - place) <= radius)
  const rows = map.map((_, at) =>
    mean(near(at % width, width).map((x) => map[at - (at % width) + x] as number)),
  )
  return rows.map((_, at) =>
    mean(near(Math.floor(at / width), height).map((y) => rows[y * width + (at % width)] as number)),
  )
}

test.each([
  [1, 1, 1],
  [40, 31, 1],
  [40, 31, 6],
  [9, 40, 8],
  [5, 7, 16],
  [17, 1, 8],
])('means over squares are exact: %d × %d pixels, radius %d', (width, height, radius) => {
  // All values, and flat parts, whose means are whole numbers: there an error would show.
  const map = Uint8Array.from({ length: width * height }, (_, at) => (at % 7 < 3 ? 255 : hash(at, 1) % 256))
  expect(blurBox(map, width, height, radius)).toEqual(blurOneByOne(map, width, height, radius))
})
