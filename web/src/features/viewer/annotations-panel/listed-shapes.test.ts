import { expect, test } from 'vitest'
import { contentWith, type Shape, shapeFrom } from '../../../engine/annotations/content/shape.ts'
import { countClasses, everything, isFiltered, type ListFilter, listedShapes } from './listed-shapes.ts'
import { nextToReview } from './next-to-review.ts'

const shape = (
  id: string,
  className: string | null,
  review: Shape['review'] = 'open',
  assignee_id: string | null = null,
) =>
  shapeFrom(
    id,
    contentWith({
      geometry: { type: 'Point', coordinates: [0, 0] },
      shape: 'point',
      name: `Number ${id}`,
      classification: className === null ? null : { name: className, color: '#FF0000' },
      review,
      assignee_id,
    }),
    { id: 'ada', name: 'Ada' },
  )
const shapes = [
  shape('1', 'Tumour'),
  shape('2', null),
  shape('3', 'Tumour', 'accepted'),
  shape('4', 'Stroma', 'open', 'ada'),
]
const ids = (listed: readonly Shape[]) => listed.map(({ id }) => id)

const listed = (filter: Partial<ListFilter>) => ids(listedShapes(shapes, { ...everything, ...filter }))

test('the newest come first; by class, by name, by author, by review, by whose turn it is', () => {
  expect(listed({})).toEqual(['4', '3', '2', '1'])
  expect(listed({ className: 'Tumour' })).toEqual(['3', '1'])
  expect(listed({ className: '' })).toEqual(['2'])
  expect(listed({ search: 'number 4' })).toEqual(['4'])
  expect(listed({ search: 'ada' })).toHaveLength(4)
  expect(listed({ review: 'accepted' })).toEqual(['3'])
  expect(listed({ assigneeId: 'ada', review: 'open' })).toEqual(['4'])
  expect(listed({ assigneeId: 'ada', className: 'Tumour' })).toEqual([])
})

test('a filter that lets everything through is none', () => {
  expect(isFiltered({ ...everything, search: ' ' })).toBe(false)
  expect(isFiltered({ ...everything, className: '' })).toBe(true)
  expect(isFiltered({ ...everything, assigneeId: 'ada' })).toBe(true)
})

test('classes are counted', () => {
  expect(countClasses(shapes).map(({ name, count }) => [name, count])).toEqual([
    ['Tumour', 2],
    ['', 1],
    ['Stroma', 1],
  ])
})

test('what the server has counted of a class in two colours is one class', () => {
  const classification = (color: string) => ({ name: 'Tumour', color })
  const counted = [
    { classification: classification('#010203'), count: 4000 },
    { classification: null, count: 7000 },
    { classification: classification('#040506'), count: 5000 },
  ]
  expect(countClasses(counted).map(({ name, count }) => [name, count])).toEqual([
    ['Tumour', 9000],
    ['', 7000],
  ])
})

test('review goes around, past what is done', () => {
  expect(nextToReview(shapes, undefined)?.id).toBe('1')
  expect(nextToReview(shapes, '2')?.id).toBe('4')
  expect(nextToReview(shapes, '4')?.id).toBe('1')
  expect(nextToReview([shape('1', null, 'rejected')], undefined)).toBeNull()
})
