import { jobLimits } from '@cresyl/contract/operations/jobs'
import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'

/** Few, as each may be a batch with many parts and lines. */
const jobsAtOnce = 50
const day = 24 * 3_600_000

/** Jobs that ended long ago, with their logs; a batch goes as a whole. Returns how many. */
export async function removeOldJobs({ database, clock }: Context): Promise<number> {
  const oldest = new Date(clock.now().getTime() - jobLimits.keptDays * day)
  for (let removed = 0; ; ) {
    const { rows } = await database.asSystem((tx) =>
      tx.execute<{ heads: number; jobs: number }>(sql`
        with old as (
          select id from jobs where finished_at < ${oldest} and parent_id is null limit ${jobsAtOnce}
        ), gone as (
          delete from jobs where id in (select id from old) or parent_id in (select id from old) returning id
        ), lines as (
          delete from job_log_lines where job_id in (select id from gone)
        )
        select (select count(*)::int from old) as heads, (select count(*)::int from gone) as jobs`),
    )
    removed += rows[0]?.jobs ?? 0
    if ((rows[0]?.heads ?? 0) < jobsAtOnce) return removed
  }
}
