import { expect, test } from 'vitest'
import { isFiltered, isGrave, queryOf, readMemberFilter } from './member-filter.ts'

const place = { search: '', page: 0 }
const read = (address: string, mayManage = true) =>
  readMemberFilter(place, new URLSearchParams(address), mayManage)

test('role and state come from the address; what is unknown counts as not said', () => {
  expect(read('role=manager&state=disabled')).toEqual({ ...place, role: 'manager', state: 'disabled' })
  expect(read('role=king&state=asleep')).toEqual({ ...place, role: '', state: '' })
})

test('who may not see roles does not filter by them', () => {
  expect(read('role=manager', false).role).toBe('')
})

test('what is not filtered by is not asked for', () => {
  expect(queryOf({ search: '', page: 1, role: '', state: '' })).toEqual({
    limit: 50,
    offset: 50,
    search: null,
    role: null,
    state: null,
  })
  expect(queryOf({ ...place, role: 'guest', state: 'active' })).toMatchObject({ role: ['guest'] })
})

test('lowering a role and making an administrator are asked about, other raises are not', () => {
  expect(isGrave('manager', 'user')).toBe(true)
  expect(isGrave('user', 'admin')).toBe(true)
  expect(isGrave('guest', 'manager')).toBe(false)
})

test('a page of everyone is no filter', () => {
  const everyone = { search: '', role: '', state: '', page: 3 } as const
  expect(isFiltered(everyone)).toBe(false)
  expect(isFiltered({ ...everyone, state: 'disabled' })).toBe(true)
  expect(isFiltered({ ...everyone, search: 'ada' })).toBe(true)
})
