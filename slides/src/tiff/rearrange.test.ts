import { expect, it } from 'vitest'
import type { PixelTile } from '../pixels.ts'
import { cutTile, takeFirstSamples, takeSample } from './rearrange.ts'

/** Two rows of three pixels of four samples: 0 to 23. */
const tile: PixelTile = {
  width: 3,
  height: 2,
  samples: 4,
  pixelType: 'u16',
  data: Uint16Array.from({ length: 24 }, (_, index) => index),
}

it('cuts columns, rows and samples', () => {
  const cut = takeFirstSamples(cutTile(tile, 2, 1), 3)
  expect(cut).toEqual({ ...tile, width: 2, height: 1, samples: 3, data: Uint16Array.of(0, 1, 2, 4, 5, 6) })
  expect(cutTile(tile, 1, 2).data).toEqual(Uint16Array.of(0, 1, 2, 3, 12, 13, 14, 15))
  expect(takeSample(cutTile(tile, 3, 1), 2).data).toEqual(Uint16Array.of(2, 6, 10))
})

it('gives the tile itself where nothing is cut', () => {
  expect(cutTile(tile, 3, 2)).toBe(tile)
  expect(takeFirstSamples(tile, 4)).toBe(tile)
})
