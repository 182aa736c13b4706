import { expect, test } from 'vitest'
import { fileList, queryOf } from './list-filter.ts'

const project = '01977bd0-0000-7000-8000-000000000001'

test('what is not chosen is not asked for', () => {
  expect(queryOf({ ...fileList.usual, page: 3 })).toEqual({
    limit: 50,
    offset: 150,
    ordering: '-created_at',
    search: null,
    status: [],
    project_id: [],
    mine: null,
  })
  expect(queryOf({ ...fileList.usual, statuses: ['ready'], project, mine: true })).toMatchObject({
    status: ['ready'],
    project_id: [project],
    mine: true,
  })
})
