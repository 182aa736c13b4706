import { expect, test } from 'vitest'
import { type Halving, halveTile } from './halve-tile.ts'

function halved(halving: Halving, four: [number, number, number, number]): number | undefined {
  const target = new Uint8Array(1)
  halveTile(Uint8Array.from(four), target, { side: 2, samples: 1 }, halving)
  return target[0]
}

test.each([
  [[3, 3, 1, 2], 3],
  [[1, 2, 3, 3], 3],
  [[0, 5, 0, 5], 5],
  [[7, 0, 0, 0], 0],
  [[1, 4, 4, 1], 4],
  [[1, 2, 3, 4], 4],
  [[4, 3, 2, 1], 4],
  [[2, 2, 2, 2], 2],
] as const)('of the names %o the commonest is %d', (four, name) => {
  expect(halved('commonest', [...four])).toBe(name)
})

test('places without an amount do not make others smaller', () => {
  expect(halved('present', [0, 200, 0, 0])).toBe(200)
  expect(halved('present', [0, 10, 21, 0])).toBe(16)
  expect(halved('present', [0, 0, 0, 0])).toBe(0)
  expect(halved('mean', [0, 200, 0, 0])).toBe(50)
})

test('every sample is for itself', () => {
  const target = new Uint8Array(3)
  const source = Uint8Array.of(1, 0, 9, 1, 8, 9, 2, 8, 0, 1, 0, 3)
  halveTile(source, target, { side: 2, samples: 3 }, 'commonest')
  expect([...target]).toEqual([1, 8, 9])
})
