import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { requirePermission } from '../access.ts'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { type AnnotationQuery, findAnnotation, selectAnnotations } from './queries.ts'
import { viewAnnotation } from './view.ts'

export async function listAnnotations(
  { tx, member }: Work,
  query: AnnotationQuery,
): Promise<Rows<Annotation>> {
  if (query.deleted) requirePermission(member, 'delete:annotations')
  const { count, results } = await selectAnnotations(tx, member.organizationId, query)
  return { count, results: results.map(viewAnnotation) }
}

export async function readAnnotation({ tx }: Work, id: string): Promise<Annotation> {
  return viewAnnotation(await findAnnotation(tx, id))
}
