import { listLimits } from '@cresyl/contract/limits'

export interface Rows<Item> {
  count: number
  results: Item[]
}

/** `limit=-1` means all, but never more than one reply can carry: the rest is behind `next`. */
export function rowLimit(limit: number): number {
  return limit === listLimits.all ? listLimits.maxRows : limit
}
