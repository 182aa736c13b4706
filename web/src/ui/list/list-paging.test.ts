import { expect, test } from 'vitest'
import { pageCount } from './list-paging.tsx'

test('an empty list still has a page', () => {
  expect([0, 1, 50, 51, 1000].map(pageCount)).toEqual([1, 1, 1, 2, 20])
})
