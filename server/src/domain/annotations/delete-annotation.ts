import type { AuditedWork } from '../work.ts'
import { hideAnnotations, lockAnnotation } from './edit-annotations.ts'
import { placeIn } from './update-annotation.ts'

/** Hides it until it is restored or purged. Deleting what is already deleted changes nothing. */
export async function deleteAnnotation(work: AuditedWork, id: string): Promise<void> {
  const locked = await lockAnnotation(work, id)
  for (const done of await hideAnnotations(work, locked, [{ id }], work.now))
    work.record({ id: done, details: placeIn(locked, id) })
}
