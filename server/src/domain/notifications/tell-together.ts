import type { NotificationKind } from '@cresyl/contract/people/notifications'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { type News, notify } from './notify.ts'

export interface EndedOne {
  organizationId: string
  userId: string
  /** Of this one alone; undefined where that would not be worth telling. */
  news: Pick<News, 'kind' | 'text' | 'link'> | undefined
  now: Date
}

interface Counts extends Record<string, unknown> {
  well: number
  failed: number
  /** Of those that failed, so many for another reason than being not good enough. */
  broken: number
}

interface Topic {
  /** What has ended for this person: when, and whether it failed. */
  ended(one: EndedOne): SQL
  /** Those that end well are told of with the others, or not at all. */
  kinds: { well?: NotificationKind; failed: NotificationKind }
  describe(counts: Counts): string
  link: string
}

const topics = {
  files: {
    ended: ({ organizationId, userId }) => sql`
      select finished_at as at, state = 'failed' as failed, false as broken from jobs
      where organization_id = ${organizationId} and kind = 'ingest' and created_by = ${userId}
        and state in ('succeeded', 'failed')`,
    kinds: { well: 'job.finished', failed: 'job.failed' },
    describe: ({ well, failed }) =>
      `${well + failed} files: ${listed([well, 'ready'], [failed, 'could not be read'])}.`,
    link: '/uploads?mine=true',
  },
  checks: {
    ended: ({ organizationId, userId }) => sql`
      select j.finished_at as at, true as failed, q.state = 'error' as broken
      from qc_jobs q join jobs j on j.organization_id = q.organization_id and j.id = q.job_id
      where q.organization_id = ${organizationId} and q.created_by = ${userId} and j.parent_id is null
        and q.state in ('failed', 'error')`,
    kinds: { failed: 'qc.failed' },
    describe: ({ failed, broken }) =>
      `${failed} slides: ${listed([failed - broken, 'failed quality control'], [broken, 'could not be checked'])}.`,
    link: '/project/all?state=failed,error',
  },
  /** Those that began by themselves are told of to nobody. */
  runs: {
    ended: ({ organizationId, userId }) => sql`
      select coalesce(j.finished_at, r.finished_at) as at, r.state = 'failed' as failed, false as broken
      from inference_jobs r left join jobs j on j.organization_id = r.organization_id and j.id = r.job_id
      where r.organization_id = ${organizationId} and r.created_by = ${userId} and r.batch_id is null
        and (j.id is null or j.created_by = ${userId}) and r.state in ('succeeded', 'failed')`,
    kinds: { well: 'job.finished', failed: 'job.failed' },
    describe: ({ well, failed }) =>
      `${well + failed} predictor runs: ${listed([well, 'done'], [failed, 'failed'])}.`,
    link: '/#jobs',
  },
} as const satisfies Record<string, Topic>

const listed = (...counts: readonly (readonly [number, string])[]): string =>
  counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(', ')

const together = '1 hour'

/**
 * What ends one after the other for the same person is told of together, as long as what was told of the others is
 * unread. Once that is read, or an hour old, the next one is news again. Only the platform can take back what it told:
 * where a member ends something, it is told of by itself.
 */
export async function tellTogether(tx: Tx, about: keyof typeof topics, one: EndedOne): Promise<void> {
  const { organizationId, userId, news, now } = one
  const { ended, kinds, describe, link }: Topic = topics[about]
  const to = { organizationId, to: [userId], now }
  const tellAlone = async () => {
    if (news !== undefined) await notify(tx, { ...news, ...to })
  }
  const kindsOfTopic = Object.values(kinds)
  if (news === undefined ? kinds.well === undefined : !kindsOfTopic.includes(news.kind)) return tellAlone()
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${about} || ${userId}, 0))`)
  const { rows } = await tx.execute<Counts & { unread: string[]; kinds: string[] }>(sql`
    with ended as (
      select date_trunc('milliseconds', at) as at, failed, broken from (${ended(one)}) as each
      where at > ${now}::timestamptz - ${together}::interval
    ), told as (
      select id, kind, created_at as at, read_at from notifications
      where organization_id = ${organizationId} and user_id = ${userId} and created_at in (select at from ended)
        and kind = any (${sql.param(kindsOfTopic)}::text[])
    ), since as (
      select coalesce(max(at) filter (where read_at is not null), '-infinity') as at from told
    )
    select array(select id from told where at > since.at and current_setting('role') = 'cresyl_system') as unread,
      array(select kind from told where at > since.at) as kinds,
      (select count(*)::int from ended where not failed and at > since.at) as well,
      (select count(*)::int from ended where failed and at > since.at) as failed,
      (select count(*)::int from ended where broken and at > since.at) as broken
    from since`)
  const [found] = rows
  if (found === undefined || found.unread.length === 0) return tellAlone()
  await tx.execute(sql`delete from notifications where id = any (${sql.param(found.unread)}::uuid[])`)
  const kind = found.failed > 0 || kinds.well === undefined ? kinds.failed : kinds.well
  await notify(tx, {
    ...to,
    kind,
    text: describe(found),
    link,
    // Whoever wants to be written to of failures was not, as long as there was none.
    inAppOnly: found.kinds.includes(kind),
  })
}
