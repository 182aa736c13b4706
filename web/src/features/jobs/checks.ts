import {
  jobDefinitions,
  type StartableJobKind,
  startableJobKinds,
} from '@cresyl/contract/operations/job-kinds'
import type { Job } from '@cresyl/contract/operations/jobs'
import { isActive } from './job-state.ts'

export type LastRuns = Record<StartableJobKind, Job | null>

/** The last run of each check, whether by itself or as part of a batch: the one under way, else the last that ended. */
export function lastRuns(jobs: readonly Job[]): LastRuns {
  const end = ({ finished_at }: Job) =>
    finished_at === null ? Number.POSITIVE_INFINITY : Date.parse(finished_at)
  const lastFirst = jobs.toSorted((a, b) => (end(a) === end(b) ? 0 : end(b) - end(a)))
  const entries = startableJobKinds.map((kind) => [kind, lastFirst.find((job) => job.kind === kind) ?? null])
  return Object.fromEntries(entries) as LastRuns
}

/** Whether it can't be started now: it is under way, or one of those it stands for is. */
export function isUnderWay(kind: StartableJobKind, runs: LastRuns): boolean {
  const concerned = 'parent' in jobDefinitions[kind] ? startableJobKinds : [kind]
  return concerned.some((each) => runs[each] !== null && isActive(runs[each].state))
}
