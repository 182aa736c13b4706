import { paging } from '@cresyl/contract/api/list'
import { expect, test } from 'vitest'
import { rowLimit } from './resource.ts'

test.each([
  [1, 1],
  [50, 50],
  [10_000, 10_000],
  [-1, 10_000],
])('a limit of %i asks the database for %i rows', (limit, rows) => {
  expect(paging.limit.parse(limit)).toBe(limit)
  expect(rowLimit(limit)).toBe(rows)
})
