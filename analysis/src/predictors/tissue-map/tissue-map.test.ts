import { createTissue } from '@cresyl/slides'
import { expect, test } from 'vitest'
import { runTiles, type TestPicture } from '../test-support/run-tiles.ts'
import { tissueMap } from './tissue-map.ts'

const made = createTissue({ seed: 4, width: 800, height: 600, mpp: 1, stain: 'fluorescence' })
const { data, width, height } = made.tissueMask(8)
const tissue = data.map((value) => (value ? 1 : 0)) as Uint8Array
const picture: TestPicture = { width, height, planes: [new Float32Array(width * height)], samples: 1, tissue }

test('shows where tissue is and how large it is, to the pixel', () => {
  const { pixels, scores } = runTiles(tissueMap, picture)
  expect(pixels.tissue).toEqual([tissue])
  const inside = tissue.reduce((sum, value) => sum + value, 0)
  expect(scores.tissue_area).toBeCloseTo((inside * 64) / 1e6, 12)
  const fine =
    (made.tissueMask(4).data as Uint8Array).reduce((sum, value) => sum + (16 * value) / 255, 0) / 1e6
  expect(Math.abs((scores.tissue_area as number) / fine - 1)).toBeLessThan(0.02)
  expect(scores.tissue_share).toBeCloseTo((100 * inside) / tissue.length, 12)
})

test('tiles give the same as all of it at once', () => {
  const whole = runTiles(tissueMap, picture)
  expect(runTiles(tissueMap, picture, { tile: 64 })).toEqual(whole)
  expect(runTiles(tissueMap, picture, { tile: 70, halo: 9 })).toEqual(whole)
})

test('of a slide without tissue, and of a run without a tile', () => {
  const { pixels, scores } = runTiles(tissueMap, { ...picture, tissue: new Uint8Array(width * height) })
  expect(pixels.tissue?.[0]?.some(Boolean)).toBe(false)
  expect(scores).toEqual({ tissue_area: 0, tissue_share: 0 })
  expect(tissueMap.score({}, { params: {}, mpp: 8, largest: 255 })).toEqual({
    tissue_area: 0,
    tissue_share: null,
  })
})
