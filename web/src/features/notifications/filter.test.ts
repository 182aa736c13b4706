import { expect, test } from 'vitest'
import { queryOf, readFilter } from './filter.ts'

const read = (address: string) => readFilter({ search: '', page: 0 }, new URLSearchParams(address))

test('everything is shown where nothing is said, or nothing known', () => {
  const all = { unread: false, kind: '', page: 0 }
  expect(read('')).toEqual(all)
  expect(read('show=read&kind=weather')).toEqual(all)
})

test('what is asked of the server is what the address says', () => {
  expect(queryOf(read('show=unread&kind=member.joined'))).toEqual({
    limit: 50,
    offset: 0,
    unread: true,
    kind: ['member.joined'],
  })
  expect(queryOf(read(''))).toMatchObject({ unread: null, kind: null })
})
