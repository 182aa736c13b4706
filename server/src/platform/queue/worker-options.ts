import { jobLimits } from '@cresyl/contract/operations/jobs'
import type { z } from 'zod'
import type { Tx } from '../db/database.ts'
import type { JobHandler } from './job-handler.ts'
import type { AttemptEnd, JobRow } from './job-row.ts'

/** What a worker must know of a kind of job. */
export interface QueueDefinition {
  attempts: number
  timeoutSeconds: number
  priority: number
  labels?: readonly string[]
  /** Goes on while the disk is almost full, when all others wait. */
  freesSpace?: true
  payload: z.ZodType
}

/** Kinds that come round by themselves: every so many minutes, counted from `atMinute` past midnight in UTC. */
export type Cron = Readonly<Record<string, { everyMinutes: number; atMinute?: number }>>

export interface ServerIdentity {
  /** The same after a restart: the new run takes back at once what the old one held. */
  id: string
  name: string
  roles: readonly string[]
  labels: readonly string[]
  version: string
  /** How many jobs it runs at once. */
  slots: number
}

/** Called in the transaction that ends an attempt, with the job as it is then. */
export type OnSettled = (tx: Tx, job: JobRow, end: AttemptEnd) => Promise<void>

export interface WorkerOptions {
  definitions: Readonly<Record<string, QueueDefinition>>
  handlers: Readonly<Record<string, JobHandler>>
  cron?: Cron
  onSettled?: OnSettled
  /** Every slot is held by a handler that doesn't stop when told to: only a new process helps. */
  onStuck?: () => void
  server: ServerIdentity
  timings?: Partial<WorkerTimings>
  /** Milliseconds that only go forward. */
  monotonic?: () => number
}

/** All in milliseconds. */
export interface WorkerTimings {
  beat: number
  /** A worker whose beat stood still for so long is taken for dead. */
  lostAfter: number
  /** Looks for work at least this often, heard or not. */
  poll: number
  /** Asks this often whether its running jobs are to be cancelled or were taken over. */
  check: number
  /** Progress and log lines are written at most once in this time. */
  progress: number
  /** A handler that has not stopped so long after it was told to is given up. */
  ignoredSignal: number
  /** The pause before the second attempt; it doubles with each further one. */
  firstRetry: number
  longestRetry: number
  /** The pause before what had no room on a disk is tried again; it doubles, too. */
  noRoom: number
  /** How often the schedule is looked at. */
  cron: number
}

export const defaultTimings: WorkerTimings = {
  beat: 5_000,
  lostAfter: 30_000,
  poll: 5_000,
  check: 1_000,
  progress: jobLimits.progressMilliseconds,
  ignoredSignal: 30_000,
  firstRetry: 5_000,
  longestRetry: 600_000,
  noRoom: 30_000,
  cron: 10_000,
}
