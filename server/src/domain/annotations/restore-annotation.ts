import type { Annotation } from '@cresyl/contract/annotations'
import type { AuditedWork } from '../work.ts'
import { hideAnnotations, lockAnnotation } from './edit-annotations.ts'
import { findAnnotation } from './queries.ts'
import { placeIn } from './update-annotation.ts'
import { viewAnnotation } from './view.ts'

export async function restoreAnnotation(work: AuditedWork, id: string): Promise<Annotation> {
  const locked = await lockAnnotation(work, id)
  for (const done of await hideAnnotations(work, locked, [{ id }], null))
    work.record({ id: done, details: placeIn(locked, id) })
  return viewAnnotation(await findAnnotation(work.tx, id))
}
