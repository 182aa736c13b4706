import type { Page } from '@cresyl/contract/api/list'
import type { Job, JobState } from '@cresyl/contract/operations/jobs'

/** How a job stands, as it is told to people. */
export type Standing = 'waiting' | 'again' | 'running' | 'cancelling' | 'succeeded' | 'failed' | 'cancelled'

export const activeStates = ['queued', 'running'] as const satisfies readonly JobState[]
export const settledStates = ['succeeded', 'failed', 'cancelled'] as const satisfies readonly JobState[]

/** `again`: it failed, and waits for its next attempt. */
export function standingOf({ state, attempt, cancelling }: Job): Standing {
  if (!isActive(state)) return state
  if (cancelling) return 'cancelling'
  if (state === 'running') return 'running'
  return attempt > 1 ? 'again' : 'waiting'
}

export function isActive(state: JobState): state is (typeof activeStates)[number] {
  return (activeStates as readonly JobState[]).includes(state)
}

export interface ActiveJobs {
  running: readonly Job[]
  waiting: readonly Job[]
  /** Those that are under way beyond the ones that were fetched. */
  more: number
}

/** Undefined: not known yet. */
export function groupActive(page: Page<Job> | undefined): ActiveJobs {
  const results = page?.results ?? []
  return {
    running: results.filter((job) => job.state === 'running'),
    waiting: results.filter((job) => job.state === 'queued'),
    more: page ? countBeyond(page) : 0,
  }
}

/** How many there are beyond those that were fetched. */
export function countBeyond({ count, results }: Page<Job>): number {
  return Math.max(0, count - results.length)
}

/** The mean of those that know theirs, from 0 to 1; null where none does. */
export function overallProgress(jobs: readonly Pick<Job, 'progress'>[]): number | null {
  const known = jobs.flatMap(({ progress }) => (progress === null ? [] : [progress]))
  if (known.length === 0) return null
  return known.reduce((sum, each) => sum + each, 0) / known.length
}

const worthAsking = 60_000

/** Whether cancelling loses so much that one is asked first: a batch, or more than a minute of work. */
export function asksBeforeCancel({ state, started_at, children }: Job, now: Date): boolean {
  if (children !== null) return true
  if (state !== 'running' || started_at === null) return false
  return now.getTime() - new Date(started_at).getTime() > worthAsking
}

/** Those that failed after the one that was last looked at; of what was never looked at, the last day's. */
export function unseenFailures(failed: readonly Job[], seen: string | null, now: Date): readonly Job[] {
  const since = seen === null ? now.getTime() - 24 * 60 * 60_000 : new Date(seen).getTime()
  return failed.filter(({ finished_at }) => finished_at !== null && new Date(finished_at).getTime() > since)
}

/** When the last of them failed. */
export function lastFailure(failed: readonly Job[]): string | null {
  const times = failed.flatMap(({ finished_at }) => finished_at ?? [])
  return times.toSorted().at(-1) ?? null
}

/** Those that people asked for and that are no longer under way. */
export function endedBetween(before: readonly Job[], now: Page<Job>): readonly Job[] {
  const ids = new Set(now.results.map(({ id }) => id))
  // The newest come first: what is as old as the last of them may only have slid out, behind newer ones.
  const horizon = countBeyond(now) > 0 ? (now.results.at(-1)?.created_at ?? '') : ''
  return before.filter((job) => job.created_by !== null && !ids.has(job.id) && job.created_at > horizon)
}
