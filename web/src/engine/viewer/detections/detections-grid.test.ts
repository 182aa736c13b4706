import { identity } from '@cresyl/contract/slides/affine'
import { sourceSpace } from '@cresyl/contract/slides/image-space'
import { expect, test } from 'vitest'
import { detectionLevel, detectionPlaces, parentOf } from './detections-grid.ts'

const grid = {
  space: sourceSpace({ frame: 'scan', width: 10_000, height: 5000 }),
  tile_side: 512,
  density_cells: 64,
  levels: 6,
}
const size = { width: 800, height: 600 }

test('single things are drawn where they can be told apart, and counted where they cannot', () => {
  expect(detectionLevel(grid, 1)).toBe(0)
  expect(detectionLevel(grid, 0.4)).toBe(0)
  // A cell of level 1 has 16 pixels of the grid a side.
  expect(detectionLevel(grid, 0.3)).toBe(1)
  expect(detectionLevel(grid, 0.2)).toBe(2)
})

test('however far one goes away there is a level for it', () => {
  expect(detectionLevel(grid, 1e-6)).toBe(5)
  expect(detectionLevel({ ...grid, levels: 1 }, 1e-6)).toBe(0)
})

test('the tiles that are seen are asked for, and none beside the image', () => {
  const at = { rotation: 0, flipped: false, resolution: 1 }
  const inside = detectionPlaces(grid, identity, { viewport: { ...at, center: { x: 1024, y: 1024 } }, size })
  expect(inside).toHaveLength(4)
  expect(inside[0]).toEqual({ level: 0, x: 1, y: 1 })
  const corner = detectionPlaces(grid, identity, { viewport: { ...at, center: { x: 0, y: 0 } }, size })
  expect(corner).toEqual([{ level: 0, x: 0, y: 0 }])
  expect(detectionPlaces(grid, identity, { viewport: { ...at, center: { x: -9000, y: 0 } }, size })).toEqual(
    [],
  )
})

test('four tiles lie in one of the next level', () => {
  expect(parentOf({ level: 0, x: 5, y: 2 })).toEqual({ level: 1, x: 2, y: 1 })
})
