import { id, person, prose, time, version } from '../api/fields.ts'
import { annotationLimits } from '../api/limits.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { annotationContent } from './annotations.ts'

const params = z.strictObject({ id })

/** What an annotation was at a time; the newest first. */
export const annotationVersion = z.object({
  version,
  ...annotationContent,
  deleted: z.boolean(),
  changed_by: person.nullable(),
  changed_at: time,
})
export type AnnotationVersion = z.infer<typeof annotationVersion>

export const listAnnotationHistory = route({
  method: 'GET',
  path: 'annotations/{id}/history',
  summary: 'Earlier versions of an annotation, newest first',
  access: 'read:annotations',
  params,
  query: z.strictObject(paging),
  response: listOf(annotationVersion),
  status: 200,
})

export const annotationComment = z.object({
  id,
  text: z.string(),
  created_by: person.nullable(),
  created_at: time,
})
export type AnnotationComment = z.infer<typeof annotationComment>

export const listAnnotationComments = route({
  method: 'GET',
  path: 'annotations/{id}/comments',
  summary: 'Comments on an annotation, oldest first',
  access: 'read:annotations',
  params,
  query: z.strictObject(paging),
  response: listOf(annotationComment),
  status: 200,
})

export const createAnnotationComment = route({
  method: 'POST',
  path: 'annotations/{id}/comments',
  summary: 'Comment on an annotation',
  access: 'create:annotations',
  params,
  body: z.strictObject({ text: prose(annotationLimits.comment).min(1) }),
  response: annotationComment,
  status: 201,
  errors: ['not_found', 'archived'],
  audit: 'annotation.commented',
  idempotent: true,
})
