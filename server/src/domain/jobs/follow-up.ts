import { type JobKind, jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { jobLink } from '@cresyl/contract/operations/jobs'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { jobs } from '../../platform/db/schema/index.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'
import type { OnSettled } from '../../platform/queue/worker-options.ts'
import { recordAudit } from '../audit/record.ts'
import { rulesOf } from '../job-rules.ts'
import { notify } from '../notifications/notify.ts'
import { isOutcome, type JobOutcome, type JobSubject, type Summary } from './rules.ts'

/** Called whenever an attempt ends; only the end of the job itself is told. */
export const onSettled: OnSettled = async (tx, job, end) => {
  const { follow, onEnd, describe } = rulesOf(job.kind)
  await follow?.(tx, job)
  if (!isOutcome(end)) return
  await onEnd?.(tx, job, end)
  await tellOfEnd(tx, job, end, await describe?.(tx, job, end))
}

/** Whoever waits for something this short is still looking at it. */
const shortMilliseconds = 10_000

/** An audit row, and word to who asked for it. */
async function tellOfEnd(tx: Tx, job: JobRow, outcome: JobOutcome, subject?: JobSubject): Promise<void> {
  // What the platform does for itself is in the log of the server.
  if (job.organizationId === null) return
  const { id, organizationId, kind, attempt, createdBy: userId } = job
  const now = job.finishedAt ?? new Date()
  const details = { kind, outcome, attempt }
  await recordAudit(tx, { organizationId, event: 'job.finished', subjectId: id, details, occurredAt: now })
  const news = newsOf(job, outcome, subject)
  const to = new Set([...(userId === null ? [] : [userId]), ...(subject?.waiting ?? [])])
  const link = subject?.link ?? jobLink(id)
  const { tell } = rulesOf(kind)
  if (tell !== undefined && outcome !== 'cancelled' && job.parentId === null) {
    const told = news && { ...news, link }
    for (const person of to) await tell(tx, { organizationId, userId: person, news: told, now })
  } else if (news !== undefined && to.size > 0) {
    await notify(tx, { ...news, organizationId, link, to: [...to], now })
  }
  await settleParent(tx, job)
}

/** The job was unfinished until now: if its parent has ended, it has ended with it. */
export async function settleParent(tx: Tx, { parentId }: Pick<JobRow, 'parentId'>): Promise<void> {
  if (parentId === null) return
  const [parent] = await tx.select().from(jobs).where(eq(jobs.id, parentId))
  if (parent === undefined || !isOutcome(parent.state)) return
  const { message = parent.message, news: kind } = (await summarize(tx, parent)) ?? {}
  const news = kind && { kind, text: `${labelOf(parent.kind)}: ${message}` }
  await tellOfEnd(tx, { ...parent, message }, parent.state, news && { news })
}

/** Has a job that stands for others say what came of them; undefined where its kind has nothing to add. */
export async function summarize(
  tx: Tx,
  { id, kind }: Pick<JobRow, 'id' | 'kind'>,
): Promise<Summary | undefined> {
  const summary = await rulesOf(kind).summarize?.(tx, id)
  if (summary === undefined) return undefined
  await tx
    .update(jobs)
    .set({ message: summary.message, version: sql`${jobs.version} + 1` })
    .where(eq(jobs.id, id))
  return summary
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
