import { expect, test } from 'vitest'
import { hash } from '../test-support/made-picture.ts'
import { sumBlocks } from './block-sums.ts'
import { addSharpness } from './focus-sums.ts'
import type { FineTile } from './measure.ts'

const [width, height] = [37, 21]
const [columns, rows] = [5, 3]

/** Brightness of all sizes, as far apart between neighbours as can be. */
const brightness = (x: number, y: number) => (hash(x, y) % 3 === 0 ? 4095 : hash(x, y) % 4096)

/** What the words say, pixel by pixel: products of curvatures beside each other, and the variance. */
function sumsOf(column: number, row: number) {
  const found = { pixels: 0, curvature: 0, light: 0, squares: 0 }
  const across = (x: number, y: number) => brightness(x - 1, y) + brightness(x + 1, y) - 2 * brightness(x, y)
  const down = (x: number, y: number) => brightness(x, y - 1) + brightness(x, y + 1) - 2 * brightness(x, y)
  for (let y = Math.max(1, 8 * row); y < Math.min(height - 1, 8 * row + 8); y += 1)
    for (let x = Math.max(1, 8 * column); x < Math.min(width - 1, 8 * column + 8); x += 1) {
      found.pixels += 1
      found.curvature += 2 * (across(x, y) * across(x, y - 1) + down(x, y) * down(x - 1, y))
      found.light += brightness(x, y)
      found.squares += brightness(x, y) ** 2
    }
  return found
}

test('curvature, variance and light of each block go to its cell, glass to the glass', () => {
  const data = Uint16Array.from({ length: width * height }, (_, at) =>
    brightness(at % width, Math.floor(at / width)),
  )
  const blocks = columns * rows
  // All but the last are tissue, each a cell of its own.
  const tile = {
    grey: { width, height, data },
    blocks: {
      columns,
      rows,
      cell: Int32Array.from({ length: blocks }, (_, block) => block),
      tissue: new Uint8Array(blocks).fill(1, 0, blocks - 1),
    },
  } satisfies Partial<FineTile>
  const zeros = () => new Float64Array(blocks)
  const sums = { pixels: zeros(), curvature: zeros(), variance: zeros(), light: zeros(), glass: zeros() }
  addSharpness({ ...tile, summed: sumBlocks(tile.grey) }, sums, -1)
  for (let block = 0; block < blocks - 1; block += 1) {
    const truth = sumsOf(block % columns, Math.floor(block / columns))
    expect(sums.pixels[block]).toBe(truth.pixels)
    expect(sums.curvature[block]).toBe(truth.curvature)
    expect(sums.light[block]).toBe(truth.light)
    expect(sums.variance[block]).toBe(truth.squares - truth.light ** 2 / truth.pixels)
  }
  // What isn't tissue here is too varied for glass.
  expect(sums.pixels[blocks - 1]).toBe(0)
  expect(sums.glass).toEqual(zeros())
})
