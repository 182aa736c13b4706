import { expect, test } from 'vitest'
import { centredSquare } from './square-picture.ts'

test.each([
  [400, 300, { x: 50, y: 0, size: 300 }],
  [300, 401, { x: 0, y: 50, size: 300 }],
  [256, 256, { x: 0, y: 0, size: 256 }],
])('of %i × %i pixels the middle is kept', (width, height, square) => {
  expect(centredSquare(width, height)).toEqual(square)
})
