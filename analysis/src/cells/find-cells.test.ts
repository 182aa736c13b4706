import { expect, test } from 'vitest'
import { type CellSearch, cellHalo, createCellFinder } from './find-cells.ts'

const side = 240

/** Ellipses of 600 with soft borders on a ground of 150. */
function drawn(...all: readonly { x: number; y: number; long: number; short: number }[]): Int16Array {
  const plane = new Int16Array(side * side).fill(150)
  for (const { x, y, long, short } of all)
    for (let row = 0; row < side; row += 1)
      for (let column = 0; column < side; column += 1) {
        const share = Math.hypot((column + 0.5 - x) / long, (row + 0.5 - y) / short)
        const inside = Math.min(1, Math.max(0, (1 - share) * short + 0.5))
        const at = row * side + column
        plane[at] = Math.max(plane[at] as number, 150 + Math.round(450 * inside))
      }
  return plane
}

function find(stain: Int16Array, changes: Partial<CellSearch> = {}) {
  const cells: { x: number; y: number; area: number; circularity: number; solidity: number }[] = []
  const limits = { threshold: 100, leastArea: 40, largestArea: 1600, leastSolidity: 0.8, ...changes }
  createCellFinder()({ width: side, height: side, halo: 40, stain, ...limits }, (cell) => {
    const { x, y, area, circularity, solidity } = cell
    cells.push({ x, y, area, circularity, solidity })
  })
  return cells
}

test('a round cell is found where it is, as large as it is', () => {
  const [cell, ...others] = find(drawn({ x: 120.5, y: 110.5, long: 8, short: 8 }))
  expect(others).toEqual([])
  expect([cell?.x, cell?.y]).toEqual([120.5, 110.5])
  expect(Math.abs((cell?.area ?? 0) / (Math.PI * 64) - 1)).toBeLessThan(0.1)
  expect(cell?.circularity).toBeGreaterThan(0.9)
  expect(cell?.solidity).toBeGreaterThan(0.95)
})

test('a long one stays one, two that touch are two', () => {
  expect(find(drawn({ x: 120, y: 110, long: 16, short: 4 }))).toHaveLength(1)
  expect(
    find(drawn({ x: 110, y: 110, long: 7, short: 7 }, { x: 123, y: 110, long: 7, short: 7 })),
  ).toHaveLength(2)
})

test('what is too faint, too small or too large is none', () => {
  const round = drawn({ x: 120, y: 110, long: 6, short: 6 })
  expect(find(round, { threshold: 500 })).toEqual([])
  expect(find(round, { leastArea: 200 })).toEqual([])
  expect(find(round, { largestArea: 80 })).toEqual([])
})

test('nothing is found in an even plane, and nothing that lies in the halo', () => {
  expect(find(drawn())).toEqual([])
  expect(find(drawn({ x: 30, y: 110, long: 6, short: 6 }))).toEqual([])
})

test('the halo covers what is looked at and two cells of 24 µm', () => {
  expect(cellHalo).toBeGreaterThanOrEqual(33 + 2 * 48)
})
