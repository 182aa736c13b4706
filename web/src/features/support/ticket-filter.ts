import { deliveryStates, ticketStates } from '@cresyl/contract/operations/support'
import { pageOf } from '../../lib/api/paging.ts'
import { defineAddress } from '../../ui/address/define-address.ts'
import { oneOf, page, text } from '../../ui/address/parameters.ts'
import type { TicketQuery } from './queries.ts'

export const ticketList = defineAddress({
  search: text(),
  state: oneOf(ticketStates),
  delivery: oneOf(deliveryStates),
  page: page(),
})
export type TicketFilter = typeof ticketList.usual

export function queryOf({ search, page, state, delivery }: TicketFilter): TicketQuery {
  return {
    ...pageOf(page),
    ...(search !== '' && { search }),
    ...(state !== '' && { state: [state] }),
    ...(delivery !== '' && { delivery: [delivery] }),
  }
}
