import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { type QcGate, qcGate } from '@cresyl/contract/qc/qc-gate'
import type { QcState } from '@cresyl/contract/slides/slides'
import type { Tx } from '../../platform/db/database.ts'
import { inferenceJobs } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { sendJob } from '../../platform/queue/send-job.ts'
import { queueChecks } from '../qc/queue-checks.ts'
import type { PlannedRun } from './plan-run.ts'

/** A run that nothing speaks against but quality control. */
export interface NewRun extends PlannedRun {
  organizationId: string
  slideId: string
  imageId: string
  predictorId: string
  predictorVersionId: string
}

export interface RunOrder {
  priority: number
  createdBy: string | null
  /** Who is told when its job is done; absent: nobody. */
  startedBy?: string | null
  batchId?: string
  trace?: string | undefined
  now: Date
}

/** What quality control says to a predictor that asks for it. */
export function gateFor(
  { input }: Pick<PredictorManifest, 'input'>,
  imageId: string,
  slide: Parameters<typeof gateOf>[1],
): QcGate {
  return input.qc_gate ? gateOf(imageId, slide) : 'go'
}

/** Outputs are not checked before something is made of them: what they came from was. */
export function gateOf(
  imageId: string,
  slide: { sourceImageId: string; qcState: QcState; qcOverridden: boolean },
): QcGate {
  if (imageId !== slide.sourceImageId) return 'go'
  return qcGate({ qc_state: slide.qcState, qc_overridden: slide.qcOverridden })
}

/** Queues a run, or lets it wait for quality control, which is asked for where nobody has. Returns its id. */
export async function queueRun(
  tx: Tx,
  run: NewRun,
  gate: Exclude<QcGate, 'blocked'>,
  order: RunOrder,
): Promise<string> {
  const { createdBy, now, batchId, trace, priority } = order
  const id = newId()
  const jobId = gate === 'go' ? newId() : null
  await tx.insert(inferenceJobs).values({
    id,
    ...run,
    jobId,
    createdBy,
    createdAt: now,
    updatedAt: now,
    ...(batchId !== undefined && { batchId }),
    message: gate === 'go' ? '' : 'Waits until the quality has been checked.',
  })
  if (jobId !== null) await sendRun(tx, { id, jobId, ...run }, order)
  if (gate === 'check_first') {
    const { organizationId, slideId, imageId } = run
    await queueChecks(tx, [{ organizationId, slideId, imageId }], { priority, createdBy, trace, now })
  }
  return id
}

/** The job that carries a run out. */
export async function sendRun(
  tx: Tx,
  {
    id,
    jobId,
    organizationId,
    slideId,
  }: { id: string; jobId: string; organizationId: string; slideId: string },
  { priority, startedBy, batchId, trace }: Omit<RunOrder, 'now' | 'createdBy'>,
): Promise<void> {
  await sendJob(tx, {
    id: jobId,
    kind: 'inference',
    organizationId,
    payload: { inference_job_id: id },
    subjectId: slideId,
    priority,
    maxAttempts: jobDefinitions.inference.attempts,
    ...(startedBy && { createdBy: startedBy }),
    ...(batchId !== undefined && { parentId: batchId }),
    ...(trace !== undefined && { trace }),
  })
}
