import { expect, test } from 'vitest'
import { queryOf, ticketList } from './ticket-filter.ts'

test('what the address says is asked for, and what makes no sense is not', () => {
  const ask = (address: string) => queryOf(ticketList.read(new URLSearchParams(address)))
  expect(ask('search=blurred&page=3&state=open&delivery=failed')).toEqual({
    limit: 50,
    offset: 100,
    search: 'blurred',
    state: ['open'],
    delivery: ['failed'],
  })
  expect(ask('state=lost')).toEqual({ limit: 50, offset: 0 })
})
