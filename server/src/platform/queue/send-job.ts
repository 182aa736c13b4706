import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { jobs } from '../db/schema/index.ts'
import { newId } from '../id.ts'

export interface NewJob {
  /** Made beforehand, for rows that name it already. */
  id?: string
  kind: string
  /** Null for what the platform does for itself. */
  organizationId: string | null
  payload: unknown
  priority: number
  maxAttempts: number
  labels?: readonly string[]
  parentId?: string
  /** How many of what people count it stands for, as a part of a batch; 1 when left out. */
  weight?: number
  /** Stands for its children: it is not queued. */
  isParent?: boolean
  subjectId?: string
  createdBy?: string
  trace?: string
  runAfter?: Date
}

/** On it workers hear that a job waits. */
export const jobsChannel = 'cresyl_jobs'

/** Queues a job in the caller's transaction: it exists once that is committed. Returns its id. */
export async function sendJob(tx: Tx, job: NewJob): Promise<string> {
  const row = rowOf(job)
  await tx.insert(jobs).values(row)
  if (!job.isParent) await wakeWorkers(tx)
  return row.id
}

/** The same for many at once. */
export async function sendJobs(tx: Tx, given: readonly NewJob[]): Promise<void> {
  for (let first = 0; first < given.length; first += rowsAtOnce) {
    await tx.insert(jobs).values(given.slice(first, first + rowsAtOnce).map(rowOf))
  }
  if (given.some(({ isParent }) => !isParent)) await wakeWorkers(tx)
}

const rowsAtOnce = 500

function rowOf({ labels = [], ...rest }: NewJob) {
  return { ...rest, id: rest.id ?? newId(), labels: [...new Set(labels)].sort() }
}

/** Lets workers hear that a job waits, once the transaction is committed. */
export async function wakeWorkers(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${jobsChannel}, '')`)
}
