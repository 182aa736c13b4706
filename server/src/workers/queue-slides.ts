import type { JobPayload } from '@cresyl/contract/operations/job-kinds'
import { queueRuns } from '../domain/slide-batches/queue-runs.ts'
import { queueSlideChecks } from '../domain/slide-batches/queue-slide-checks.ts'
import { JobFailure, type JobHandler } from '../platform/queue/job-handler.ts'
import { quantity } from './quantity.ts'

/** Queues a part of the slides of a batch to be checked: all of them or, where it is interrupted, none. */
export const queueQc: JobHandler<JobPayload<'queue_qc'>> = async (job, { clock }) => {
  const { batch_id: batchId, chunk } = job.payload
  job.stage('Queueing slides')
  const done = await job.asOrganization((tx) =>
    queueSlideChecks(tx, { id: job.id, batchId, chunk, now: clock.now() }),
  )
  if (done === undefined) throw new JobFailure('The batch this was part of no longer exists. Start it again.')
  const left = done.skipped > 0 ? `, ${done.skipped} left out` : ''
  return { message: `${quantity(done.queued, 'slide')} queued to be checked${left}.` }
}

/** Queues a predictor for a part of the slides of a batch: all of them or, where it is interrupted, none. */
export const queueInference: JobHandler<JobPayload<'queue_inference'>> = async (job, { clock }) => {
  const { batch_id: batchId, chunk } = job.payload
  job.stage('Queueing slides')
  const done = await job.asOrganization((tx) =>
    queueRuns(tx, { id: job.id, batchId, chunk, now: clock.now() }),
  )
  if (done === undefined) throw new JobFailure('The batch this was part of no longer exists. Start it again.')
  const waiting = done.waiting > 0 ? `, ${done.waiting} wait for their quality check` : ''
  const left = done.skipped > 0 ? `, ${done.skipped} left out` : ''
  return { message: `${quantity(done.queued, 'slide')} queued${waiting}${left}.` }
}
