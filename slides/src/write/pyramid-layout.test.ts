import { expect, test } from 'vitest'
import { planPyramid } from './plan-pyramid.ts'
import { layOutPyramid, quartersInside, tileNumber } from './pyramid-layout.ts'
import type { PyramidOptions } from './pyramid-options.ts'

const layOut = (options: Partial<PyramidOptions> = {}) =>
  layOutPyramid(
    planPyramid({
      width: 1000,
      height: 700,
      pixelType: 'u8',
      samples: 1,
      container: 'ome-tiff',
      compression: { kind: 'none' },
      ...options,
    }),
  )

const sizes = (options: Partial<PyramidOptions>) =>
  layOut(options).levels.map(({ width, height }) => `${width}×${height}`)

test('levels are halves, rounded up, until both sides are small enough', () => {
  expect(sizes({})).toEqual(['1000×700', '500×350'])
  expect(sizes({ smallestLevel: 100 })).toEqual(['1000×700', '500×350', '250×175', '125×88', '63×44'])
  expect(sizes({ width: 1, height: 1 })).toEqual(['1×1'])
  expect(sizes({ width: 5, height: 1, smallestLevel: 1 })).toEqual(['5×1', '3×1', '2×1', '1×1'])
})

test('lossless RGB that OpenSlide shall read has no level smaller than a tile, unless an overview needs it', () => {
  const lossless = { samples: 3, container: 'bigtiff', compression: { kind: 'deflate' } } as const
  expect(sizes({ ...lossless, width: 3000, height: 2000 })).toEqual(['3000×2000', '1500×1000', '750×500'])
  expect(sizes({ ...lossless, width: 9000, height: 500 })).toEqual([
    ...['9000×500', '4500×250', '2250×125', '1125×63'],
  ])
  const jpeg = { ...lossless, compression: { kind: 'jpeg' } } as const
  expect(sizes({ ...jpeg, width: 3000, height: 2000 }).at(-1)).toBe('375×250')
})

test('every tile of every plane has a number of its own', () => {
  const layout = layOut({ channels: [{}, {}], sizeZ: 2, smallestLevel: 100 })
  const numbers = new Set<number>()
  for (let plane = 0; plane < layout.planes; plane++) {
    for (const [level, { columns, rows }] of layout.levels.entries()) {
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < columns; x++) numbers.add(tileNumber(layout, { plane, level, x, y }))
      }
    }
  }
  expect([Math.min(...numbers), Math.max(...numbers), numbers.size]).toEqual([
    0,
    layout.tiles - 1,
    layout.tiles,
  ])
})

test('at the edges a tile has fewer quarters', () => {
  // 4 × 3 tiles below 2 × 2.
  const layout = layOut()
  const at = (x: number, y: number) => quartersInside(layout, { plane: 0, level: 1, x, y })
  expect([at(0, 0), at(1, 0), at(0, 1), at(1, 1)]).toEqual([15, 15, 3, 3])
})

test('more tiles or planes than can be kept in mind are refused', () => {
  expect(() => layOut({ width: 2_000_000, height: 2_000_000 })).toThrow('use a larger tileSize')
  expect(() => layOut({ sizeZ: 20_000 })).toThrow('pyramid options: make 40000 planes and levels')
})
