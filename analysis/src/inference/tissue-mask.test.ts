import { expect, test } from 'vitest'
import { planRun } from './run-plan.ts'
import { testPredictor } from './test-support/test-predictor.ts'
import { hasTissue, packMask, tissueIn, unpackMask } from './tissue-mask.ts'

/** 4 × 2 pixels of 16 pixels of full resolution, tissue in the second of the first row. */
const mask = {
  ...({ modality: 'fluorescence', width: 4, height: 2, stepX: 16, stepY: 16 } as const),
  data: Uint8Array.of(0, 255, 0, 0, 0, 0, 0, 0),
}
const image = {
  width: 64,
  height: 32,
  levels: [{ width: 64, height: 32, tileWidth: 64, tileHeight: 32, downsample: 1 }],
}
const plan = planRun(image, testPredictor({ mpp: 2, coarsest_mpp: 2 }).manifest, {
  mpp: { x: 1, y: 1 },
  channels: [],
  z: 0,
  t: 0,
})

test('the mask is seen in pixels of the grid, and nothing is beyond the image', () => {
  const tissue = tissueIn(mask, plan, { x: -2, y: -1, width: 40, height: 10 })
  const rows = Array.from({ length: 10 }, (_, y) => [...tissue.subarray(y * 40, (y + 1) * 40)].join(''))
  const inside = `${'0'.repeat(10)}${'1'.repeat(8)}${'0'.repeat(22)}`
  expect(rows).toEqual(['0'.repeat(40), ...Array(8).fill(inside), '0'.repeat(40)])
})

test('a box has tissue where any of it is', () => {
  expect(hasTissue(mask, plan, { x: 0, y: 0, width: 8, height: 16 })).toBe(false)
  expect(hasTissue(mask, plan, { x: 0, y: 0, width: 9, height: 1 })).toBe(true)
  expect(hasTissue(mask, plan, { x: 15, y: 7, width: 100, height: 100 })).toBe(true)
  expect(hasTissue(mask, plan, { x: 16, y: 0, width: 100, height: 100 })).toBe(false)
})

test('other machines get the same mask', () => {
  expect(unpackMask(packMask(mask))).toEqual(mask)
})
