import type {
  Annotation,
  createAnnotation as createAnnotationRoute,
  updateAnnotation as updateAnnotationRoute,
} from '@cresyl/contract/annotations/annotations'
import type { RouteRequest } from '@cresyl/contract/api/route'
import { requireOwnOrganization } from '../access.ts'
import { tellAssigned } from '../notifications/tell-of-annotation.ts'
import type { AuditedWork } from '../work.ts'
import { findAnnotatable } from './annotated-image.ts'
import {
  assignedIn,
  editAnnotations,
  hideAnnotations,
  lockAnnotation,
  refuseStale,
  staleOnes,
} from './edit-annotations.ts'
import { insertAnnotations } from './insert-annotations.ts'
import { findAnnotation } from './queries.ts'
import { viewAnnotation } from './view.ts'

type Given = RouteRequest<typeof createAnnotationRoute>['body']

/** In a transaction that is shown what was deleted: what was sent before may have been, since. */
export async function createAnnotation(work: AuditedWork, given: Given): Promise<Annotation> {
  requireOwnOrganization(work.member, given.organization_id)
  const image = await findAnnotatable(work, given.image_id)
  const { ids, made, assigned } = await insertAnnotations(work, image, [given])
  await tellAssigned(work, image.slideId, assigned)
  const found = await findAnnotation(work.tx, ids[0] as string)
  for (const { id: _, ...details } of made)
    work.record({
      id: found.annotation.id,
      details: { slide_id: image.slideId, image_id: image.id, ...details },
    })
  return viewAnnotation(found)
}

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
function placeIn(locked: Awaited<ReturnType<typeof lockAnnotation>>, id: string) {
  const { slideId, imageId } = locked.get(id)?.annotation ?? {}
  return { slide_id: slideId, image_id: imageId }
}

/** Hides it until it is restored or purged. Deleting what is already deleted changes nothing. */
export async function deleteAnnotation(work: AuditedWork, id: string): Promise<void> {
  const locked = await lockAnnotation(work, id)
  for (const done of await hideAnnotations(work, locked, [{ id }], work.now))
    work.record({ id: done, details: placeIn(locked, id) })
}

export async function restoreAnnotation(work: AuditedWork, id: string): Promise<Annotation> {
  const locked = await lockAnnotation(work, id)
  for (const done of await hideAnnotations(work, locked, [{ id }], null))
    work.record({ id: done, details: placeIn(locked, id) })
  return viewAnnotation(await findAnnotation(work.tx, id))
}
