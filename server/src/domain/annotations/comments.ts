import type {
  AnnotationComment,
  listAnnotationComments,
} from '@cresyl/contract/annotations/annotation-details'
import type { RouteRequest } from '@cresyl/contract/api/route'
import { asc, count, eq } from 'drizzle-orm'
import { annotationComments, annotations, users } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { tellMentioned } from '../notifications/mentions.ts'
import { pickPerson, type Rows, rowLimit } from '../resource.ts'
import type { AuditedWork, Work } from '../work.ts'
import { refuseArchived } from './annotated-image.ts'
import { lockAnnotation } from './edit-annotations.ts'
import { findAnnotation } from './queries.ts'

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

type Query = RouteRequest<typeof listAnnotationComments>['query']

export async function listComments({ tx }: Work, id: string, query: Query): Promise<Rows<AnnotationComment>> {
  await findAnnotation(tx, id)
  const isAbout = eq(annotationComments.annotationId, id)
  const rows = await tx
    .select({
      comment: annotationComments,
      author: pickPerson(users),
    })
    .from(annotationComments)
    .leftJoin(users, eq(users.id, annotationComments.createdBy))
    .where(isAbout)
    .orderBy(asc(annotationComments.createdAt), asc(annotationComments.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  const [row] = await tx.select({ total: count() }).from(annotationComments).where(isAbout)
  const results = rows.map(({ comment, author }) => ({
    id: comment.id,
    text: comment.text,
    created_by: author,
    created_at: comment.createdAt.toISOString(),
  }))
  return { count: row?.total ?? 0, results }
}
