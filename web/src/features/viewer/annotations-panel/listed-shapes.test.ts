import { expect, test } from 'vitest'
import { contentWith, type Shape, shapeFrom } from '../../../engine/annotations/content/shape.ts'
import { countClasses, listedShapes } from './listed-shapes.ts'
import { nextToReview } from './next-to-review.ts'

const shape = (id: string, className: string | null, review: Shape['review'] = 'open') =>
  shapeFrom(
    id,
    contentWith({
      geometry: { type: 'Point', coordinates: [0, 0] },
      shape: 'point',
      name: `Number ${id}`,
      classification: className === null ? null : { name: className, color: '#FF0000' },
      review,
    }),
    { id: 'ada', name: 'Ada' },
  )
const shapes = [
  shape('1', 'Tumour'),
  shape('2', null),
  shape('3', 'Tumour', 'accepted'),
  shape('4', 'Stroma'),
]
const ids = (listed: readonly Shape[]) => listed.map(({ id }) => id)

test('the newest come first; by class, by name, by author', () => {
  expect(ids(listedShapes(shapes, { search: '', className: null }))).toEqual(['4', '3', '2', '1'])
  expect(ids(listedShapes(shapes, { search: '', className: 'Tumour' }))).toEqual(['3', '1'])
  expect(ids(listedShapes(shapes, { search: '', className: '' }))).toEqual(['2'])
  expect(ids(listedShapes(shapes, { search: 'number 4', className: null }))).toEqual(['4'])
  expect(ids(listedShapes(shapes, { search: 'ada', className: null }))).toHaveLength(4)
})

test('classes are counted', () => {
  expect(countClasses(shapes).map(({ name, count }) => [name, count])).toEqual([
    ['Tumour', 2],
    ['', 1],
    ['Stroma', 1],
  ])
})

test('review goes around, past what is done', () => {
  expect(nextToReview(shapes, undefined)?.id).toBe('1')
  expect(nextToReview(shapes, '2')?.id).toBe('4')
  expect(nextToReview(shapes, '4')?.id).toBe('1')
  expect(nextToReview([shape('1', null, 'rejected')], undefined)).toBeNull()
})
