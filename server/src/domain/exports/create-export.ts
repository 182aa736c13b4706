import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { RegionExport, RegionRequest } from '@cresyl/contract/slides/exports'
import { exports } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { sendJob } from '../../platform/queue/send-job.ts'
import type { AuditedWork } from '../work.ts'
import { regionFileName } from './file-name.ts'
import { planExport, requireMakeable } from './plan-export.ts'
import { findExport } from './queries.ts'
import { findRegionSource } from './region-source.ts'
import { viewExport } from './view.ts'

/** Has a region made by a job. */
export async function createExport(
  work: AuditedWork,
  imageId: string,
  asked: RegionRequest,
): Promise<RegionExport> {
  const { tx, member, now, trace } = work
  const { organizationId, userId } = member
  const source = await findRegionSource(work, imageId)
  const plan = planExport(source, asked)
  requireMakeable(plan, asked, source.channels)
  const { x, y, width, height, outputWidth, outputHeight } = plan
  const request: RegionRequest = { ...asked, x, y, width, height }
  const id = newId()
  const { priority, attempts } = jobDefinitions.export_region
  const jobId = await sendJob(tx, {
    kind: 'export_region',
    organizationId,
    payload: { export_id: id },
    subjectId: id,
    priority,
    maxAttempts: attempts,
    createdBy: userId,
    ...(trace !== undefined && { trace }),
  })
  await tx.insert(exports).values({
    id,
    organizationId,
    imageId,
    jobId,
    request,
    fileName: regionFileName(source, plan, asked),
    width: outputWidth,
    height: outputHeight,
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  })
  work.record({ id, details: { image_id: imageId, request, width: outputWidth, height: outputHeight } })
  return viewExport(await findExport(work, id))
}
