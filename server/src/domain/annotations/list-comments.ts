import type { AnnotationComment, listAnnotationComments } from '@cresyl/contract/annotation-details'
import type { RouteRequest } from '@cresyl/contract/route'
import { asc, count, eq } from 'drizzle-orm'
import { annotationComments, users } from '../../platform/db/schema/index.ts'
import { pickPerson, type Rows, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'
import { findAnnotation } from './queries.ts'

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
    ...{ id: comment.id, text: comment.text },
    created_by: author,
    created_at: comment.createdAt.toISOString(),
  }))
  return { count: row?.total ?? 0, results }
}
