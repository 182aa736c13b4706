import { jobHash } from '@cresyl/contract/operations/jobs'

// In the fragment: the drawer lies over any page, and what the page itself keeps in its address stays.
export const jobsHash = '#jobs'

/** What of the jobs lies over the page: their list, or one of them. */
export type JobsPlace = { jobId: string | null }

/** Null where the address does not speak of jobs. */
export function jobsPlaceOf(hash: string): JobsPlace | null {
  if (hash === jobsHash) return { jobId: null }
  const start = jobHash('')
  return hash.startsWith(start) && hash.length > start.length ? { jobId: hash.slice(start.length) } : null
}
