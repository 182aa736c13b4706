import { listLimits, textLimits } from '@cresyl/contract/limits'

/** Where in a list one is: what was searched for and which page, as the address has it. */
export interface ListPlace {
  search: string
  /** Counts from 0; 1 in the address is the first. */
  page: number
}

/** `page` counts from 0; every other key is a parameter of the address, and '' takes it out. */
export interface PlaceChange {
  page?: number
  [parameter: string]: string | number | undefined
}

/** Opens a page of a list; `replace` leaves no way back to the page before. */
export type TurnTo = (page: number, how?: { replace?: boolean }) => void

/** Whatever the address says that makes no sense counts as not said. */
export function readPlace(parameters: URLSearchParams): ListPlace {
  const page = Number(parameters.get('page') ?? '1')
  return {
    search: (parameters.get('search') ?? '').trim().slice(0, textLimits.search),
    page: Number.isSafeInteger(page) && page >= 1 ? page - 1 : 0,
  }
}

/** Any other change than of the page starts at the first page again; what else the address says stays. */
export function changePlace(parameters: URLSearchParams, change: PlaceChange): URLSearchParams {
  const { page = 0, ...others } = change
  const changed = new URLSearchParams(parameters)
  for (const [key, value] of Object.entries(others)) {
    if (value === undefined || value === '') changed.delete(key)
    else changed.set(key, String(value))
  }
  if (page === 0) changed.delete('page')
  else changed.set('page', String(page + 1))
  return changed
}

export function pageCount(count: number): number {
  return Math.max(1, Math.ceil(count / listLimits.defaultLimit))
}
