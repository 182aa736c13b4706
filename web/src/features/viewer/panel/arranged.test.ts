import { expect, test } from 'vitest'
import { arranged } from './arranged.ts'

const list = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (order: string[]) => arranged(list, order).map(({ id }) => id)

test('what was put in order takes each other’s places; the rest stays', () => {
  expect(ids(['d', 'a'])).toEqual(['d', 'b', 'c', 'a'])
  expect(ids(['x', 'c', 'b'])).toEqual(['a', 'c', 'b', 'd'])
})

test('what is in order is the same list', () => {
  expect(arranged(list, [])).toBe(list)
  expect(arranged(list, ['a', 'c', 'y'])).toBe(list)
})
