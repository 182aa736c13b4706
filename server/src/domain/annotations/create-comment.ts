import type { AnnotationComment } from '@cresyl/contract/annotation-details'
import { eq } from 'drizzle-orm'
import { annotationComments, annotations, users } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { tellMentioned } from '../notifications/mentions.ts'
import { pickPerson } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { refuseArchived } from './annotated-image.ts'
import { lockAnnotation } from './edit-annotations.ts'

/** Anybody who may annotate may say something about what others have. */
export async function createComment(
  work: AuditedWork,
  annotationId: string,
  text: string,
): Promise<AnnotationComment> {
  const { tx, member, now } = work
  const locked = (await lockAnnotation(work, annotationId)).get(annotationId)
  if (locked?.archived) refuseArchived()
  const id = newId()
  const { organizationId, userId } = member
  await tx
    .insert(annotationComments)
    .values({ id, organizationId, annotationId, text, createdBy: userId, createdAt: now })
  const comments = (locked?.annotation.comments ?? 0) + 1
  await tx.update(annotations).set({ comments }).where(eq(annotations.id, annotationId))
  if (locked !== undefined) {
    const { slideId } = locked.annotation
    await tellMentioned(work, { slideId, annotationId, text })
  }
  work.record({ id, details: { annotation_id: annotationId, text } })
  const [author] = await tx.select(pickPerson(users)).from(users).where(eq(users.id, userId))
  return { id, text, created_by: author ?? null, created_at: now.toISOString() }
}
