import { listLimits } from '@cresyl/contract/api/limits'

/** Pages count from 0. */
export function pageOf(
  page: number,
  limit: number = listLimits.defaultLimit,
): { limit: number; offset: number } {
  // Everything is one page: limit -1 times a page would be a negative offset.
  return { limit, offset: limit === listLimits.all ? 0 : limit * page }
}

/** Some lists arrive as a page with `results`, some as a plain array. */
export function resultsOf<Item>(reply: { results: Item[] } | Item[] | null | undefined): Item[] {
  if (Array.isArray(reply)) return reply
  return reply?.results ?? []
}
