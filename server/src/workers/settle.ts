import { failReading } from '../domain/files/reading.ts'
import { isOutcome, settleJob } from '../domain/jobs/settle-job.ts'
import type { OnSettled } from '../platform/queue/worker-options.ts'

/** Called whenever an attempt ends; only the end of the job itself is told. */
export const onSettled: OnSettled = async (tx, job, end) => {
  if (!isOutcome(end)) return
  if (job.kind === 'ingest' && end !== 'succeeded') await failReading(tx, job, job.message ?? '')
  await settleJob(tx, job, end)
}
