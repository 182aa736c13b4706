import type { Annotation, createAnnotation as createAnnotationRoute } from '@cresyl/contract/annotations'
import type { RouteRequest } from '@cresyl/contract/route'
import { requireOwnOrganization } from '../access.ts'
import { tellAssigned } from '../notifications/tell-of-annotation.ts'
import type { AuditedWork } from '../work.ts'
import { findAnnotatable } from './annotated-image.ts'
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
