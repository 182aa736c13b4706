import type { Annotation, updateAnnotation as updateAnnotationRoute } from '@cresyl/contract/annotations'
import type { RouteRequest } from '@cresyl/contract/route'
import { requireOwnOrganization } from '../access.ts'
import { tellAssigned } from '../notifications/tell-of-annotation.ts'
import type { AuditedWork } from '../work.ts'
import { assignedIn, editAnnotations, lockAnnotation, refuseStale, staleOnes } from './edit-annotations.ts'
import { findAnnotation } from './queries.ts'
import { viewAnnotation } from './view.ts'

type Body = RouteRequest<typeof updateAnnotationRoute>['body']

export async function updateAnnotation(work: AuditedWork, id: string, body: Body): Promise<Annotation> {
  requireOwnOrganization(work.member, body.organization_id)
  const locked = await lockAnnotation(work, id)
  const [stale] = staleOnes(locked, [{ id, version: body.version }])
  if (stale !== undefined) refuseStale(stale)
  const edits = [{ ...body, id }]
  const edited = await editAnnotations(work, locked, edits)
  for (const changes of edited.values()) work.record({ id, details: { ...placeIn(locked, id), changes } })
  const found = await findAnnotation(work.tx, id)
  await tellAssigned(work, found.annotation.slideId, assignedIn(edits, edited))
  return viewAnnotation(found)
}

/** For the audit log: what it is of. */
export function placeIn(locked: Awaited<ReturnType<typeof lockAnnotation>>, id: string) {
  const { slideId, imageId } = locked.get(id)?.annotation ?? {}
  return { slide_id: slideId, image_id: imageId }
}
