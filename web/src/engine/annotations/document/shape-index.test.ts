import { expect, test } from 'vitest'
import { contentOf, contentWith, type Shape, shapeFrom } from '../content/shape.ts'
import { createShapeIndex } from './shape-index.ts'

const box = (left: number): Shape =>
  shapeFrom(
    String(left),
    contentWith({
      shape: 'rectangle',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [left, 0],
            [left + 10, 0],
            [left + 10, 10],
            [left, 10],
            [left, 0],
          ],
        ],
      },
    }),
    null,
  )

test('what lies in a part is found, before and after it was moved or removed', () => {
  const index = createShapeIndex()
  const [near, far] = [box(0), box(100)]
  index.replace(undefined, near)
  index.replace(undefined, far)
  const around = (left: number) => index.within({ minX: left, minY: 0, maxX: left + 10, maxY: 10 })
  expect([around(0), around(100), index.size()]).toEqual([[near], [far], 2])
  const moved = box(50)
  index.replace(near, moved)
  expect([around(0), around(50)]).toEqual([[], [moved]])
  index.replace(moved, undefined)
  expect([around(50), index.size()]).toEqual([[], 1])
})

test('an annotation stays what it is: nothing is written into it', () => {
  const index = createShapeIndex()
  const shape = box(0)
  const before = structuredClone(shape)
  index.replace(undefined, shape)
  expect(shape).toStrictEqual(before)
  expect(Object.keys(contentOf(shape)).sort()).toEqual(Object.keys(contentOf(before)).sort())
})
