import { takeOrders } from '../support/child.ts'
import { putWithCurl } from './curl.ts'

/** One curl for each list, all at once. */
export interface CurlOrder {
  lists: readonly CurlList[]
}

export interface CurlList {
  /** What is put to each of the addresses. */
  path: string
  urls: readonly string[]
}

/** The ETags in the order of the addresses, list by list. */
export interface CurlReport {
  etags: string[][]
  milliseconds: number
}

/** Runs in a process of its own: what that and its children use is the figure of the curls. */
takeOrders(async ({ lists }: CurlOrder): Promise<CurlReport> => {
  const since = performance.now()
  const etags = await Promise.all(lists.map(({ path, urls }) => putWithCurl(path, urls)))
  return { etags, milliseconds: performance.now() - since }
})
