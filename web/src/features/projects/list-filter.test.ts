import { expect, test } from 'vitest'
import { projectList, queryOf } from './list-filter.ts'

test('pages of 50 become offsets, an empty search is left out', () => {
  expect(queryOf({ ...projectList.usual, page: 3 })).toEqual({
    limit: 50,
    offset: 150,
    state: 'active',
    ordering: '-updated_at',
    search: null,
  })
})
