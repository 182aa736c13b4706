import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { Tx } from '../../platform/db/database.ts'
import { qcJobs } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { sendJobs } from '../../platform/queue/send-job.ts'

export interface ImageToCheck {
  organizationId: string
  slideId: string
  imageId: string
}

export interface CheckOrder {
  priority: number
  /** Whom the check is for: who asked for it, or who sent the slide. */
  createdBy: string | null
  /** Who started its job and is told when that is done; absent: nobody. */
  startedBy?: string | null
  /** The batch that it is a part of. */
  parentId?: string
  trace?: string | undefined
  now: Date
}

export interface QueuedCheck extends ImageToCheck {
  id: string
  jobId: string
}

/** Has images checked; one that waits or is being checked already is left out. Returns the others. */
export async function queueChecks(
  tx: Tx,
  images: readonly ImageToCheck[],
  { priority, createdBy, startedBy, parentId, trace, now }: CheckOrder,
): Promise<QueuedCheck[]> {
  if (images.length === 0) return []
  const rows = images.map(({ organizationId, slideId, imageId }) => ({
    id: newId(),
    organizationId,
    slideId,
    imageId,
    jobId: newId(),
    createdBy,
    createdAt: now,
    updatedAt: now,
  }))
  const inserted = await tx.insert(qcJobs).values(rows).onConflictDoNothing().returning({ id: qcJobs.id })
  const ids = new Set(inserted.map(({ id }) => id))
  const queued = rows.filter(({ id }) => ids.has(id))
  await sendJobs(
    tx,
    queued.map(({ id, jobId, organizationId, slideId }) => ({
      id: jobId,
      kind: 'qc',
      organizationId,
      payload: { qc_job_id: id },
      subjectId: slideId,
      priority,
      maxAttempts: jobDefinitions.qc.attempts,
      ...(startedBy && { createdBy: startedBy }),
      ...(parentId !== undefined && { parentId }),
      ...(trace !== undefined && { trace }),
    })),
  )
  return queued
}
