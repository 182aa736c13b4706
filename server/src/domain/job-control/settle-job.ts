import { type JobKind, jobDefinitions } from '@cresyl/contract/job-kinds'
import { jobLink } from '@cresyl/contract/jobs'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { jobs } from '../../platform/db/schema/index.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'
import { recordAudit } from '../audit/record.ts'
import { type News, notify } from '../notifications/notify.ts'
import { tellOfChecks } from '../qc/tell-of-checks.ts'
import { tellOfBatch } from '../slide-batches/tell-of-batch.ts'
import { tellOfReading } from './tell-of-reading.ts'

const outcomes = ['succeeded', 'failed', 'cancelled'] as const
export type JobOutcome = (typeof outcomes)[number]

/** Otherwise the job goes on: tried again, or on another machine. */
export function isOutcome(end: string): end is JobOutcome {
  return (outcomes as readonly string[]).includes(end)
}

/** Whoever waits for something this short is still looking at it. */
const shortMilliseconds = 10_000

/** What a job was about, where people know that better than the job. */
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

/** What follows from the end of a job, in the transaction that ends it: an audit row, and word to who asked for it. */
export async function settleJob(
  tx: Tx,
  job: JobRow,
  outcome: JobOutcome,
  subject?: JobSubject,
): Promise<void> {
  // What the platform does for itself is in the log of the server.
  if (job.organizationId === null) return
  const { id, organizationId, kind, attempt } = job
  const occurredAt = job.finishedAt ?? new Date()
  const details = { kind, outcome, attempt }
  await recordAudit(tx, { organizationId, event: 'job.finished', subjectId: id, details, occurredAt })
  const news = newsOf(job, outcome, subject)
  const to = new Set([...(job.createdBy === null ? [] : [job.createdBy]), ...(subject?.waiting ?? [])])
  const link = subject?.link ?? jobLink(id)
  if (kind === 'ingest' && outcome !== 'cancelled' && job.createdBy !== null) {
    const told = news && { ...news, link }
    await tellOfReading(tx, { organizationId, userId: job.createdBy, news: told, now: occurredAt })
  } else if (news !== undefined && to.size > 0) {
    await notify(tx, { ...news, organizationId, link, to: [...to], now: occurredAt })
  }
  await settleParent(tx, job)
}

/** The job was unfinished until now: if its parent has ended, it has ended with it. */
export async function settleParent(tx: Tx, { parentId }: Pick<JobRow, 'parentId'>): Promise<void> {
  if (parentId === null) return
  const [parent] = await tx.select().from(jobs).where(eq(jobs.id, parentId))
  if (parent === undefined || !isOutcome(parent.state)) return
  const { job, hasFailed } = await tellOfChecks(tx, await tellOfBatch(tx, parent))
  const text = `${labelOf(job.kind)}: ${job.message}`
  await settleJob(tx, job, parent.state, hasFailed ? { news: { kind: 'qc.failed', text } } : {})
}

/** The children of a batch are told of together, by their parent; and whoever cancelled something knows. */
function newsOf(job: JobRow, outcome: JobOutcome, subject: JobSubject = {}) {
  const { news, label = labelOf(job.kind), message = job.message, describe } = subject
  if (job.parentId !== null || outcome === 'cancelled') return undefined
  if (news !== undefined) return news
  const end = message === null ? '' : ` ${message.replace(/[^.!?]$/, '$&.')}`
  const text = describe?.(outcome, message ?? '')
  if (outcome === 'failed') return { kind: 'job.failed' as const, text: text ?? `${label}: failed.${end}` }
  const took = (job.finishedAt ?? new Date()).getTime() - job.createdAt.getTime()
  return took < shortMilliseconds
    ? undefined
    : { kind: 'job.finished' as const, text: text ?? `${label}: done.${end}` }
}

/** A job of a version that knew more kinds still has an end. */
function labelOf(kind: string): string {
  return kind in jobDefinitions ? jobDefinitions[kind as JobKind].label : 'A job'
}
