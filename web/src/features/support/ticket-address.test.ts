import { ticketHash } from '@cresyl/contract/operations/ticket-links'
import { expect, test } from 'vitest'
import { ticketsPlaceOf } from './ticket-address.ts'

test('the address speaks of the tickets, of one of them, or of something else', () => {
  expect(ticketsPlaceOf('#tickets')).toEqual({ ticketId: null })
  expect(ticketsPlaceOf(ticketHash('a-1'))).toEqual({ ticketId: 'a-1' })
  expect(ticketsPlaceOf('#ticket-')).toBeNull()
  expect(ticketsPlaceOf('#job-a')).toBeNull()
  expect(ticketsPlaceOf('')).toBeNull()
})
