import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { jobs } from '../../platform/db/schema/index.ts'
import { requestCancel } from '../../platform/queue/cancel.ts'
import { sendJob } from '../../platform/queue/send-job.ts'
import { newJob } from '../jobs/new-job.ts'
import type { Work } from '../work.ts'
import { rejudgeSlides } from './rejudge-slides.ts'
import { holdThresholds } from './thresholds.ts'

/** Has everything judged by the thresholds that hold from now on. One that is under way judges by others: it ends. */
export async function startReevaluation(work: Work): Promise<string> {
  const { tx, member } = work
  const open = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, 'reevaluate_qc'), inArray(jobs.state, ['queued', 'running'])))
  for (const { id } of open) await requestCancel(tx, id, member.userId)
  return sendJob(tx, newJob(work, 'reevaluate_qc'))
}

const slidesAtOnce = 250

export interface Reevaluated {
  /** The last slide; undefined: there are no more. */
  last: string | undefined
  judged: number
  flipped: number
}

/** How many slides have a check that is judged anew. */
export async function countJudged(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(sql`
    select count(*)::int as total from slides where qc_state in ('passed', 'warned', 'failed')`)
  return rows[0]?.total ?? 0
}

/** The next slides in the order of their ids, in one transaction of the organisation; deleted ones too. */
export async function reevaluateSome(
  tx: Tx,
  given: { organizationId: string; after: string | undefined; now: Date; userId: string | null },
): Promise<Reevaluated> {
  const { organizationId, after = '00000000-0000-0000-0000-000000000000', now, userId } = given
  await tx.execute(sql`set local app.deleted = 'shown'`)
  const thresholds = await holdThresholds(tx, organizationId)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from slides where id > ${after} and qc_state in ('passed', 'warned', 'failed')
    order by id limit ${slidesAtOnce}`)
  const slideIds = rows.map(({ id }) => id)
  const flipped = await rejudgeSlides(tx, { slideIds, thresholds, now, userId })
  return {
    last: slideIds.length < slidesAtOnce ? undefined : slideIds.at(-1),
    judged: slideIds.length,
    flipped,
  }
}
