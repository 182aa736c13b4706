import { describe, expect, test } from 'vitest'
import {
  changeFilter,
  type ListFilter,
  nextOrdering,
  pageCount,
  queryOf,
  readFilter,
  writeFilter,
} from './list-filter.ts'

const plain: ListFilter = { search: '', state: 'active', ordering: '-updated_at', page: 0 }
const read = (address: string) => readFilter(new URLSearchParams(address))

describe('the filter in the address', () => {
  test('is left out where nothing is chosen', () => {
    expect(writeFilter(plain).toString()).toBe('')
    expect(read('')).toEqual(plain)
  })

  test('comes back as it was written', () => {
    const filter: ListFilter = { search: 'liver & كبد', state: 'archived', ordering: 'name', page: 4 }
    expect(read(writeFilter(filter).toString())).toEqual(filter)
  })

  test.each(['page=0', 'page=-3', 'page=two', 'page=1.5', 'state=gone', 'ordering=size'])(
    '%s counts as not said',
    (address) => {
      expect(read(address)).toEqual(plain)
    },
  )

  test('a search is cut to what the server takes', () => {
    expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
  })
})

test('another search or state starts at the first page', () => {
  const onThird = { ...plain, page: 2 }
  expect(changeFilter(onThird, { state: 'archived' })).toMatchObject({ state: 'archived', page: 0 })
  expect(changeFilter(onThird, { page: 3 })).toMatchObject({ page: 3 })
})

test('pages of 50 become offsets, an empty search is left out', () => {
  expect(queryOf({ ...plain, page: 3 })).toEqual({
    limit: 50,
    offset: 150,
    state: 'active',
    ordering: '-updated_at',
    search: null,
  })
})

test('an empty list still has a page', () => {
  expect([0, 1, 50, 51, 1000].map(pageCount)).toEqual([1, 1, 1, 2, 20])
})

test('columns turn round on a second click', () => {
  expect(nextOrdering('-updated_at', 'name')).toBe('name')
  expect(nextOrdering('name', 'name')).toBe('-name')
  expect(nextOrdering('name', 'created_at')).toBe('-created_at')
  expect(nextOrdering('-created_at', 'created_at')).toBe('created_at')
})
