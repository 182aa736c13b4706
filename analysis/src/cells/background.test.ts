import { expect, test } from 'vitest'
import { openByGrid, openingSpan } from './background.ts'

const side = 200

/** Ground of 100 with squares of 900 on it: left, top and side of each. */
function squares(...all: readonly (readonly [number, number, number])[]): Int16Array {
  const plane = new Int16Array(side * side).fill(100)
  for (const [left, top, length] of all)
    for (let y = top; y < top + length; y += 1) plane.fill(900, y * side + left, y * side + left + length)
  return plane
}

/** Pixels that are not right, of those that mean something. */
function wrongIn(isRight: (at: number) => boolean): number {
  let wrong = 0
  for (let y = openingSpan; y < side - openingSpan; y += 1)
    for (let x = openingSpan; x < side - openingSpan; x += 1) if (!isRight(y * side + x)) wrong += 1
  return wrong
}

test('what is as large as a nucleus vanishes, what is wider than the grid stays where it is', () => {
  const source = squares([60, 60, 20], [100, 100, 40])
  const target = new Int16Array(source.length)
  openByGrid(source, target, side)
  const expected = squares([100, 100, 40])
  expect(wrongIn((at) => target[at] === expected[at])).toBe(0)
})

test('it is never above the plane', () => {
  const source = Int16Array.from({ length: side * side }, (_, at) => Math.imul(at, 0x9e3779b1) >>> 22)
  const target = new Int16Array(source.length)
  openByGrid(source, target, side)
  expect(wrongIn((at) => (target[at] as number) <= (source[at] as number))).toBe(0)
})
