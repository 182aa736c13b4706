import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { createQcJob as createQcJobRoute, QcJob } from '@cresyl/contract/qc/qc-jobs'
import type { ImageKind } from '@cresyl/contract/slides/images'
import { eq } from 'drizzle-orm'
import { slides } from '../../platform/db/schema/index.ts'
import { requireOwnOrganization } from '../access.ts'
import { placesOf } from '../audit/record.ts'
import { maySeeLabels } from '../images/labels.ts'
import { findImage } from '../images/queries.ts'
import { refuseArchivedSlide } from '../projects/refuse-archived.ts'
import { requireReady } from '../viewers/read-pyramid.ts'
import type { AuditedWork } from '../work.ts'
import { findQcJob } from './queries.ts'
import { type ImageToCheck, queueChecks } from './queue-checks.ts'
import { viewQcJob } from './view.ts'

type QcRequest = RouteRequest<typeof createQcJobRoute>['body']

export async function createQcJob(work: AuditedWork, request: QcRequest): Promise<QcJob> {
  const { tx, member, now, trace } = work
  requireOwnOrganization(member, request.organization_id)
  const { projectId, ...image } = await findCheckable(work, request.input_image_id)
  const [queued] = await queueChecks(tx, [image], {
    priority: jobDefinitions.qc.priority,
    createdBy: member.userId,
    startedBy: member.userId,
    trace,
    now,
  })
  if (queued === undefined) throw new ApiError('already_running')
  const { id, imageId, slideId } = queued
  work.record({ id, details: { image_id: imageId, slide_id: slideId, ...placesOf({ projectId }) } })
  return viewQcJob(await findQcJob(tx, id))
}

/** What was scanned, and what predictors made of it. */
const checkedKinds: readonly ImageKind[] = ['source', 'output']

async function findCheckable(
  { tx, member }: AuditedWork,
  id: string,
): Promise<ImageToCheck & { projectId: string | null }> {
  const image = await findImage(tx, id, { labels: await maySeeLabels(tx, member) })
  const { slideId, kind, organizationId } = image
  const detail = 'Only scans and images computed from them can be checked, not labels or heat maps.'
  if (!checkedKinds.includes(kind)) refuse(detail)
  requireReady(image)
  if (slideId === null) refuse('This image belongs to no slide. Read its file again first.')
  const [slide] = await tx.select({ projectId: slides.projectId }).from(slides).where(eq(slides.id, slideId))
  await refuseArchivedSlide(tx, slide?.projectId ?? null)
  return { organizationId, slideId, imageId: id, projectId: slide?.projectId ?? null }
}

function refuse(detail: string): never {
  throw new ApiError('invalid_input', { detail, fields: { input_image_id: [detail] } })
}
