import { and, eq, inArray } from 'drizzle-orm'
import { jobs } from '../../platform/db/schema/index.ts'
import { requestCancel } from '../../platform/queue/cancel.ts'
import { sendJob } from '../../platform/queue/send-job.ts'
import { newJob } from '../jobs/new-job.ts'
import type { Work } from '../work.ts'

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
