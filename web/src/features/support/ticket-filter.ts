import { type DeliveryState, deliveryStates, type TicketState, ticketStates } from '@cresyl/contract/support'
import { pageOf } from '../../lib/api/paging.ts'
import type { ListPlace } from '../../ui/list-place.ts'
import type { TicketQuery } from './queries.ts'

export interface TicketFilter {
  search: string
  page: number
  state: TicketState | ''
  delivery: DeliveryState | ''
}

/** Whatever the address says that makes no sense counts as not said. */
export function readTicketFilter(place: ListPlace, parameters: URLSearchParams): TicketFilter {
  return {
    ...place,
    state: ticketStates.find((state) => state === parameters.get('state')) ?? '',
    delivery: deliveryStates.find((state) => state === parameters.get('delivery')) ?? '',
  }
}

export function queryOf({ search, page, state, delivery }: TicketFilter): TicketQuery {
  return {
    ...pageOf(page),
    ...(search !== '' && { search }),
    ...(state !== '' && { state: [state] }),
    ...(delivery !== '' && { delivery: [delivery] }),
  }
}

export function isNarrowed({ search, state, delivery }: TicketFilter): boolean {
  return search !== '' || state !== '' || delivery !== ''
}
