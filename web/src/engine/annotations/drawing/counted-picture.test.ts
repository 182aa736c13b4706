import { expect, test } from 'vitest'
import { withinImage } from './counted-picture.ts'

const size = { width: 600, height: 400 }

test('squares at the edge end with the image, and their number stands in what is seen of them', () => {
  const counted = [
    { x: 128, y: 128, count: 3 },
    { x: 640, y: 384, count: 5 },
  ]
  expect(withinImage({ cell: 256, counted }, size)).toEqual({
    within: { minX: 0, minY: 0, maxX: 600, maxY: 400 },
    counted: [
      { x: 128, y: 128, count: 3 },
      { x: (512 + 600) / 2, y: (256 + 400) / 2, count: 5 },
    ],
  })
})

test('what was drawn beside the image is not cut off', () => {
  const counted = [{ x: -128, y: 128, count: 1 }]
  expect(withinImage({ cell: 256, counted }, size)).toEqual({
    within: { minX: -256, minY: 0, maxX: 0, maxY: 256 },
    counted,
  })
})
