import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { jobs } from '../db/schema/index.ts'
import { newId } from '../id.ts'

export interface NewJob {
  kind: string
  /** Null for what the platform does for itself. */
  organizationId: string | null
  payload: unknown
  priority: number
  maxAttempts: number
  labels?: readonly string[]
  parentId?: string
  /** Stands for its children: it is not queued. */
  isParent?: boolean
  subjectId?: string
  createdBy?: string
  trace?: string
  runAfter?: Date
}

/** Queues a job in the caller's transaction: it exists once that is committed. Returns its id. */
export async function sendJob(tx: Tx, job: NewJob): Promise<string> {
  const { labels = [], ...rest } = job
  const id = newId()
  await tx.insert(jobs).values({ ...rest, id, labels: [...new Set(labels)].sort() })
  if (!job.isParent) await putTicket(tx, id)
  return id
}

/** Lets the workers know that the job waits, as `sendJob` does; for one that is to be done again. */
export async function putTicket(tx: Tx, jobId: string): Promise<void> {
  await tx.execute(sql`select send_job(${jobId})`)
}
