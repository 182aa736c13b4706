import { expect, test } from 'vitest'
import { densityPixels } from './density-picture.ts'

const colours = [
  [200, 0, 0],
  [0, 0, 100],
] as const
const pixel = (pixels: Uint8ClampedArray, cell: number) => [...pixels.slice(4 * cell, 4 * cell + 4)]

test('classes are mixed by how many there are, and where nothing is nothing is drawn', () => {
  const pixels = densityPixels(Uint32Array.from([1, 0, 3, 0, 1, 0, 0, 0]), colours, 2, 1)
  expect(pixel(pixels, 0).slice(0, 3)).toEqual([100, 0, 50])
  expect(pixel(pixels, 1)).toEqual([0, 0, 0, 0])
  expect(pixel(pixels, 2).slice(0, 3)).toEqual([200, 0, 0])
})

test('a single thing among thousands is seen, and more is never paler', () => {
  const alphas = [1, 10, 100, 10_000].map(
    (count) => densityPixels(Uint32Array.from([count, 0]), colours, 1, 1000)[3] ?? 0,
  )
  expect(alphas[0]).toBeGreaterThan(50)
  expect(alphas).toEqual(alphas.toSorted((one, other) => one - other))
  expect(alphas.at(-1)).toBeLessThan(255)
})
