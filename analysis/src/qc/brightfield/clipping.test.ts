import { expect, test } from 'vitest'
import type { BrightfieldCheck, FineTile } from '../measure.ts'
import { measureClipping } from './clipping.ts'

const check = {
  plan: { cells: { width: 1, height: 1 }, fine: { factorX: 1, factorY: 1 } },
  tissuePixels: 1,
} as BrightfieldCheck

const tissue = [200, 120, 180]
const white = [255, 255, 255]

// Two blocks side by side are looked through by another loop than one.
test.each([1, 2])('in %d blocks, what lost its colour counts, and pure white is no tissue', (columns) => {
  const measure = measureClipping(check)
  const colours = [[255, 120, 180], [0, 40, 90], white, white, [255, 250, 252], tissue, tissue, tissue]
  const rgb = Uint8Array.from(Array.from({ length: 8 * columns }, () => colours.flat()).flat())
  const blocks = { columns, rows: 1, tissue: new Uint8Array(columns).fill(1), cell: new Int32Array(columns) }
  measure.add?.({ width: 8 * columns, height: 8, stored: [rgb], blocks } as FineTile & {
    stored: [Uint8Array]
  })
  const [found] = measure.finish()
  // Two of the six that are not white.
  expect(found?.cells?.[0]).toBeCloseTo(100 / 3)
})
