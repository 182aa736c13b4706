import { describe, expect, test } from 'vitest'
import { createShiftFinder } from './phase-correlation.ts'

const side = 64

/** Soft spots at places that depend on the seed, moved by a part of a pixel where asked. */
function spots(seed: number, moved: { x: number; y: number } = { x: 0, y: 0 }, height = 1): Float32Array {
  const values = new Float32Array(side * side)
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  for (let n = 0; n < 40; n++) {
    const x = next() * side + moved.x
    const y = next() * side + moved.y
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++) {
        const at = row * side + column
        values[at] = (values[at] as number) + height * Math.exp(-((column - x) ** 2 + (row - y) ** 2) / 8)
      }
  }
  return values
}

describe('the shift between two pictures', () => {
  test.each([
    [0, 0],
    [3, -5],
    [1.5, 0.25],
    [-7.3, 2.6],
  ])('is found to a quarter of a pixel: %d, %d', (x, y) => {
    const finder = createShiftFinder(side)
    for (let seed = 1; seed <= 4; seed++) finder.add(spots(seed), spots(seed, { x, y }))
    const found = finder.find()
    expect(Math.hypot((found?.x ?? 9) - x, (found?.y ?? 9) - y)).toBeLessThan(0.25)
    expect(found?.certainty).toBeGreaterThan(15)
  })

  test('is found where one is dark where the other is bright', () => {
    const finder = createShiftFinder(side)
    finder.add(spots(3), spots(3, { x: 4, y: 1 }, -2))
    const found = finder.find()
    expect(Math.hypot((found?.x ?? 9) - 4, (found?.y ?? 9) - 1)).toBeLessThan(0.3)
  })

  test('is uncertain between pictures that have nothing in common', () => {
    const certainties = [1, 2, 3, 4, 5, 6].map((seed) => {
      const finder = createShiftFinder(side)
      for (let n = 0; n < 4; n++) finder.add(spots(seed * 10 + n), spots(seed * 10 + n + 500))
      return finder.find()?.certainty ?? 0
    })
    expect(Math.max(...certainties)).toBeLessThan(8)
  })

  test('is unknown where there is nothing to see', () => {
    const finder = createShiftFinder(side)
    finder.add(new Float32Array(side * side).fill(7), spots(1))
    expect(finder.find()).toBeNull()
  })
})
