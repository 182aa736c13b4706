import { expect, test } from 'vitest'
import { isGrave, memberList, queryOf } from './member-filter.ts'

test('what is not filtered by is not asked for', () => {
  expect(queryOf({ ...memberList.usual, page: 1 })).toEqual({
    limit: 50,
    offset: 50,
    search: null,
    role: null,
    state: null,
  })
  expect(queryOf({ ...memberList.usual, role: 'guest', state: 'active' })).toMatchObject({ role: ['guest'] })
})

test('lowering a role and making an administrator are asked about, other raises are not', () => {
  expect(isGrave('manager', 'user')).toBe(true)
  expect(isGrave('user', 'admin')).toBe(true)
  expect(isGrave('guest', 'manager')).toBe(false)
})
