import { expect, test } from 'vitest'
import { isNarrowed, queryOf, readTicketFilter } from './ticket-filter.ts'

const read = (address: string) =>
  readTicketFilter({ search: 'blurred', page: 2 }, new URLSearchParams(address))

test('what the address says is asked for, and what makes no sense is not', () => {
  expect(queryOf(read('state=open&delivery=failed'))).toEqual({
    ...{ limit: 50, offset: 100, search: 'blurred', state: ['open'], delivery: ['failed'] },
  })
  expect(queryOf(read('state=lost'))).toEqual({ limit: 50, offset: 100, search: 'blurred' })
})

test('a filter narrows unless it says nothing', () => {
  expect(isNarrowed(read(''))).toBe(true)
  expect(isNarrowed({ ...read(''), search: '' })).toBe(false)
})
