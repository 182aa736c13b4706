import type {
  Annotation,
  changeAnnotations as changeAnnotationsRoute,
} from '@cresyl/contract/annotations/annotations'
import { ApiError } from '@cresyl/contract/api/errors'
import { annotationLimits } from '@cresyl/contract/api/limits'
import type { RouteRequest } from '@cresyl/contract/api/route'
import { requireOwnOrganization, requirePermission } from '../access.ts'
import { tellAssigned } from '../notifications/tell-of-annotation.ts'
import { refuseUnknown } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { findAnnotatable } from './annotated-image.ts'
import { assignedIn, editAnnotations, hideAnnotations, refuseStale, staleOnes } from './edit-annotations.ts'
import { insertAnnotations } from './insert-annotations.ts'
import { findDetails, lockAnnotations, unknownAnnotation } from './queries.ts'
import { viewAnnotation } from './view.ts'

type Batch = RouteRequest<typeof changeAnnotationsRoute>['body']

/** All of it or nothing. In a transaction that is shown what was deleted. */
export async function changeAnnotations(work: AuditedWork, batch: Batch): Promise<{ results: Annotation[] }> {
  const { tx, member, now } = work
  requireOwnOrganization(member, batch.organization_id)
  if (batch.update.length > 0) requirePermission(member, 'update:annotations')
  if (batch.delete.length + batch.restore.length > 0) requirePermission(member, 'delete:annotations')
  requireFew(batch)
  const image = await findAnnotatable(work, batch.image_id)
  const named = [...batch.update, ...batch.delete, ...batch.restore].map(({ id }) => id)
  if (new Set(named).size < named.length) refuseTwice()
  const locked = await lockAnnotations(tx, named)
  if (named.some((id) => locked.get(id)?.annotation.imageId !== image.id)) refuseUnknown(unknownAnnotation)
  const stale = staleOnes(locked, batch.update, batch.delete)
  if (stale.length > 0) refuseStale(stale)

  const { ids, made, assigned } = await insertAnnotations(work, image, batch.create)
  const edited = await editAnnotations(work, locked, batch.update)
  await tellAssigned(work, image.slideId, [...assigned, ...assignedIn(batch.update, edited)])
  const deleted = await hideAnnotations(work, locked, batch.delete, now)
  const restored = await hideAnnotations(work, locked, batch.restore, null)
  if (made.length + edited.size + deleted.length + restored.length > 0)
    work.record({
      id: image.id,
      details: {
        slide_id: image.slideId,
        ...(made.length > 0 && { created: made }),
        ...(edited.size > 0 && { changes: Object.fromEntries(edited) }),
        ...(deleted.length > 0 && { deleted }),
        ...(restored.length > 0 && { restored }),
      },
    })
  const wanted = [...ids, ...batch.update.map(({ id }) => id), ...batch.restore.map(({ id }) => id)]
  const found = await findDetails(tx, wanted)
  return {
    results: wanted.flatMap((id) => {
      const details = found.get(id)
      return details ? [viewAnnotation(details)] : []
    }),
  }
}

function requireFew({ create, update, delete: deleted, restore }: Batch): void {
  const count = create.length + update.length + deleted.length + restore.length
  if (count <= annotationLimits.atOnce) return
  throw new ApiError('too_many', {
    detail: `Up to ${annotationLimits.atOnce.toLocaleString('en')} annotations are changed at once; these are ${count.toLocaleString('en')}.`,
  })
}

function refuseTwice(): never {
  const detail = 'The same annotation is named twice.'
  throw new ApiError('invalid_input', { detail, fields: { id: [detail] } })
}
