import { expect, test } from 'vitest'
import { boxBlur, sigmaOfRadius } from './blur.ts'

test('a blur keeps an even plane and spreads a point by its standard deviation', () => {
  const side = 61
  const even = new Int32Array(side * side).fill(1000)
  expect(boxBlur(even, side, side, 4)[30 * side + 30]).toBe(1000)
  const point = new Int32Array(side * side)
  point[30 * side + 30] = 100_000_000
  const spread = boxBlur(point, side, side, 4)
  let total = 0
  let squares = 0
  spread.forEach((value, i) => {
    total += value
    squares += value * ((i % side) - 30) ** 2
  })
  expect(total / 100_000_000).toBeCloseTo(1, 3)
  expect(Math.sqrt(squares / total)).toBeCloseTo(sigmaOfRadius(4), 1)
})

test('where the plane begins makes no difference', () => {
  const side = 50
  const plane = Int32Array.from({ length: side * side }, (_, i) => (i * 7919) % 60_000)
  const whole = boxBlur(plane, side, side, 3)
  const part = new Int32Array(30 * 30)
  for (let y = 0; y < 30; y++)
    for (let x = 0; x < 30; x++) part[y * 30 + x] = plane[(y + 11) * side + x + 7] as number
  const blurred = boxBlur(part, 30, 30, 3)
  for (let y = 9; y < 21; y++)
    for (let x = 9; x < 21; x++) expect(blurred[y * 30 + x]).toBe(whole[(y + 11) * side + x + 7])
})
