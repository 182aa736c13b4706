import type { RunnableJobKind } from '@cresyl/contract/operations/job-kinds'
import type { Tx } from '../../platform/db/database.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'
import type { News } from '../notifications/notify.ts'
import type { EndedOne } from '../notifications/tell-together.ts'
import type { Member } from '../work.ts'

/** What a kind of job brings about besides its work. Each rule is called in the transaction that changes the job. */
export interface JobRules {
  /** Has what the job is about stand as the job does, or as those do that it stands for. */
  follow?(tx: Tx, job: { id: string }): Promise<void>
  onEnd?(tx: Tx, job: JobRow, outcome: JobOutcome): Promise<void>
  /** It was cancelled before it began: no attempt ends. */
  onCancel?(tx: Tx, job: { id: string }, now: Date): Promise<void>
  /** Of the jobs that it stands for, those that had not begun were cancelled. */
  onCancelParts?(tx: Tx, job: { id: string }, now: Date): Promise<void>
  /** What a member needs to have it tried again, besides the right to start it. */
  requireRetryRight?(tx: Tx, member: Member, job: JobRow): Promise<void>
  refuseRetry?(tx: Tx, jobIds: readonly string[]): Promise<void>
  onRetry?(tx: Tx, job: { id: string }): Promise<void>
  /** What it was about, for those who are told of its end. */
  describe?(tx: Tx, job: JobRow, outcome: JobOutcome): Promise<JobSubject | undefined>
  /** Tells each who wants to know, in place of a notification of each end. */
  tell?(tx: Tx, end: EndedOne): Promise<void>
  /** What came of the jobs that it stands for, as people count it. */
  summarize?(tx: Tx, id: string): Promise<Summary>
  /** The jobs that it stands for, where people start it by its name. */
  parts?: readonly RunnableJobKind[]
}

const outcomes = ['succeeded', 'failed', 'cancelled'] as const
export type JobOutcome = (typeof outcomes)[number]

/** Otherwise the job goes on: tried again, or on another machine. */
export function isOutcome(end: string): end is JobOutcome {
  return (outcomes as readonly string[]).includes(end)
}

export interface JobSubject {
  /** In place of what its kind is called. */
  label?: string
  /** Where to look; absent: at the job. */
  link?: string
  /** What came of it, in place of what the job says. */
  message?: string
  /** The whole sentence, in place of the label and what the job says. */
  describe?: (outcome: 'succeeded' | 'failed', message: string) => string
  /** What matters more than that the job is done. */
  news?: Pick<News, 'kind' | 'text'>
  /** People who want to know besides the one who had it done. */
  waiting?: readonly string[]
}

export interface Summary {
  message: string
  /** What matters more than that all is done. */
  news?: News['kind']
}
