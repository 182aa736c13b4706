import { slideLink } from '@cresyl/contract/slides'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'
import { awaitReading, failReading } from '../files/reading.ts'
import type { EndedJob, JobOutcome, JobRules, JobSubject } from '../jobs/rules.ts'
import { notify } from '../notifications/notify.ts'
import { findReadSlide } from './find-read-slide.ts'

/** Of the job that reads a slide. */
export const readingRules: JobRules = {
  onEnd: async (tx, job, outcome) => {
    if (outcome !== 'succeeded') await failReading(tx, job, job.message ?? '')
  },
  onCancel: (tx, job) => failReading(tx, job, 'It was cancelled before the file was read.'),
  onRetry: awaitReading,
  describe: describeReading,
  tell: tellOfReading,
}

/** People know the file by its name, and look at the slide rather than at the job. */
async function describeReading(tx: Tx, job: JobRow, end: JobOutcome): Promise<JobSubject | undefined> {
  const read = await findReadSlide(tx, job)
  if (read === undefined) return undefined
  const describe: JobSubject['describe'] = (outcome, message) =>
    outcome === 'succeeded'
      ? `${read.fileName} is ready: ${message}`
      : `${read.fileName} could not be read. ${message.replace(/ Details: .*$/s, '')}`
  if (end === 'succeeded' && read.slide) return { describe, link: slideLink(read.slide.id) }
  return { describe, ...(job.subjectId !== null && { link: `/uploads?file=${job.subjectId}` }) }
}

const together = '1 hour'

/**
 * Files that somebody sends are told of together, as long as what was told of the others is unread: by one letter for
 * those that are ready and one for those that failed. Once that is read, or an hour old, the next one is news again.
 */
async function tellOfReading(tx: Tx, { organizationId, userId, news, now }: EndedJob): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reading ' || ${userId}, 0))`)
  const { rows } = await tx.execute<{ unread: string[]; kinds: string[]; ready: number; failed: number }>(sql`
    with ended as (
      select state, date_trunc('milliseconds', finished_at) as at from jobs
      where organization_id = ${organizationId} and kind = 'ingest' and created_by = ${userId}
        and state in ('succeeded', 'failed') and finished_at > ${now}::timestamptz - ${together}::interval
    ), told as (
      select id, kind, created_at as at, read_at from notifications
      where organization_id = ${organizationId} and user_id = ${userId} and created_at in (select at from ended)
    ), since as (
      select coalesce(max(at) filter (where read_at is not null), '-infinity') as at from told
    )
    select array(select id from told where at > since.at) as unread,
      array(select kind from told where at > since.at) as kinds,
      (select count(*)::int from ended where state = 'succeeded' and at > since.at) as ready,
      (select count(*)::int from ended where state = 'failed' and at > since.at) as failed
    from since`)
  const { unread = [], kinds = [], ready = 0, failed = 0 } = rows[0] ?? {}
  const to = { organizationId, to: [userId], now }
  if (unread.length === 0) {
    if (news !== undefined) await notify(tx, { ...news, ...to })
    return
  }
  await tx.execute(sql`delete from notifications where id = any (${sql.param(unread)}::uuid[])`)
  const kind = failed > 0 ? 'job.failed' : 'job.finished'
  await notify(tx, {
    ...to,
    kind,
    text: `${ready + failed} files: ${[ready > 0 && `${ready} ready`, failed > 0 && `${failed} could not be read`].filter(Boolean).join(', ')}.`,
    link: '/uploads?mine=true',
    // Whoever wants to be written to of failures was not, as long as there was none.
    inAppOnly: kinds.includes(kind),
  })
}
