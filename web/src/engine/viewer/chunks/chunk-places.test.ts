import { expect, test } from 'vitest'
import { tileGrid } from '../tiles/tile-grid.ts'
import { edgesOfFinished, placesThere } from './chunk-places.ts'

/** 10,000 × 5000 pixels: three chunks across and two down. */
const levels = [0, 1, 2, 3, 4, 5, 6].map((level) => ({
  width: Math.ceil(10_000 / 2 ** level),
  height: Math.ceil(5000 / 2 ** level),
  tile_width: 256,
  tile_height: 256,
  downsample: 2 ** level,
}))
const grid = tileGrid({ width: 10_000, height: 5000, levels })
const state = { side: 4096, columns: 3, chunk_levels: 5, finished: [1, 5] }

test('only tiles of chunks that are done are asked for', () => {
  const wanted = [15, 16, 31, 32].map((x) => ({ level: 0, x, y: 0 }))
  expect(placesThere(grid, state, wanted).map(({ place }) => place.x)).toEqual([16, 31])
  expect(placesThere(grid, state, [{ level: 4, x: 2, y: 1 }])).toEqual([
    { place: { level: 4, x: 2, y: 1 }, shrink: 1 },
  ])
  expect(placesThere(grid, { ...state, finished: [] }, wanted)).toEqual([])
})

test('from farther away the coarsest tile of each chunk is enough, made smaller', () => {
  expect(placesThere(grid, state, [{ level: 6, x: 0, y: 0 }])).toEqual([
    { place: { level: 4, x: 1, y: 0 }, shrink: 4 },
    { place: { level: 4, x: 2, y: 1 }, shrink: 4 },
  ])
})

test('chunks lie where they were computed, and end with the image', () => {
  expect(edgesOfFinished(grid, state)).toEqual([
    { left: 4096, top: 0, right: 8192, bottom: 4096 },
    { left: 8192, top: 4096, right: 10_000, bottom: 5000 },
  ])
})
