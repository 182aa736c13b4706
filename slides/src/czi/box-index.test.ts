import { expect, test } from 'vitest'
import { seeded } from '../test-support/seeded.ts'
import { boxIndex } from './box-index.ts'

test('finds what a search through all boxes finds', () => {
  for (const [count, side, most] of [
    [1, 10, 5],
    [16, 100, 20],
    [17, 100, 20],
    [300, 1000, 40],
    [5000, 4_000_000, 200_000],
  ] as const) {
    const random = seeded(count)
    const boxes = new Int32Array(count * 4)
    for (let box = 0; box < count; box += 1) {
      const left = random.below(side) - side / 2
      const top = random.below(side) - side / 2
      boxes.set([left, top, left + 1 + random.below(most), top + 1 + random.below(most)], box * 4)
    }
    const index = boxIndex(boxes)
    for (let trial = 0; trial < 50; trial += 1) {
      const left = random.below(side) - side / 2
      const top = random.below(side) - side / 2
      const right = left + 1 + random.below(most)
      const bottom = top + 1 + random.below(most)
      const expected: number[] = []
      for (let box = 0; box < count; box += 1) {
        const [l = 0, t = 0, r = 0, b = 0] = boxes.subarray(box * 4)
        if (l < right && t < bottom && r > left && b > top) expected.push(box)
      }
      expect(index.search(left, top, right, bottom).sort((a, b) => a - b)).toEqual(expected)
    }
  }
})

test('looks at few of very many boxes', () => {
  const columns = 500
  const boxes = new Int32Array(columns * columns * 4)
  for (let box = 0; box < columns * columns; box += 1) {
    const left = (box % columns) * 100
    const top = Math.floor(box / columns) * 100
    boxes.set([left, top, left + 110, top + 110], box * 4)
  }
  const index = boxIndex(boxes)
  const found = index.search(20_050, 30_050, 20_060, 30_060)
  expect(found).toEqual([300 * columns + 200])
  expect(index.search(0, 0, 60_000, 60_000)).toHaveLength(columns * columns)
  expect(index.search(-10, -10, 0, 0)).toEqual([])
})
