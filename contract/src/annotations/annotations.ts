import { id, line, person, prose, time, version } from '../api/fields.ts'
import { annotationClassLimits, annotationLimits } from '../api/limits.ts'
import { listOf, orderingBy, paging, search } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { colour } from '../people/organizations.ts'
import { annotationGeometry, annotationShapes } from './annotation-geometry.ts'

/** By its name it is a class of the organisation, whose colour it has then; one that came with a file keeps its own. */
export const annotationClassification = z.strictObject({
  name: line(annotationClassLimits.name).min(1),
  color: colour,
})
export type AnnotationClassification = z.infer<typeof annotationClassification>

export const reviewStates = ['open', 'accepted', 'rejected'] as const
export type ReviewState = (typeof reviewStates)[number]

/** How it came to be. */
export const annotationOrigins = ['drawn', 'imported', 'promoted'] as const

const notPlain = 'Must be plain values: text, numbers, lists and objects, not too many or too deep'

/** By loops, not by calling itself: what is nested a million times deep is refused like everything else. */
function isPlain(value: unknown): boolean {
  let level = [value]
  let left = annotationLimits.extras
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > annotationLimits.extrasDepth) return false
    const inside: unknown[] = []
    for (const each of level) {
      left -= typeof each === 'string' ? each.length + 2 : 6
      if (left < 0) return false
      if (typeof each === 'string' && (!each.isWellFormed() || each.includes('\u0000'))) return false
      if (typeof each === 'number' && !Number.isFinite(each)) return false
      // Keys are looked at like values.
      if (Array.isArray(each)) for (const item of each) inside.push(item)
      else if (typeof each === 'object' && each !== null)
        for (const [key, item] of Object.entries(each)) inside.push(key, item)
    }
    level = inside
  }
  return true
}

const annotationExtras = z.record(z.string().max(200), z.unknown()).refine(isPlain, notPlain)

/** What a person says of a place of an image. */
export const annotationContent = {
  geometry: annotationGeometry,
  shape: z.enum(annotationShapes),
  classification: annotationClassification.nullable(),
  name: line(annotationLimits.name),
  notes: prose(annotationLimits.notes),
  tags: z.array(line(annotationLimits.tag).min(1)).max(annotationLimits.tags),
  /** Neither moved, changed nor deleted until anybody who may change it unlocks it; reviewed all the same. */
  locked: z.boolean(),
  /** The focus plane it was drawn in; null where it is about all of them. */
  z: z.int().min(0).max(annotationLimits.planes).nullable(),
  review: z.enum(reviewStates),
  assignee_id: id.nullable(),
  /** What a file said of it that has no place here, given back when it is exported: measurements, metadata. */
  extras: annotationExtras,
}

export const annotation = z.object({
  id,
  slide_id: id,
  /** Whose pixels its geometry counts in. */
  image_id: id,
  ...annotationContent,
  assignee: person.nullable(),
  origin: z.enum(annotationOrigins),
  /** The run whose detection it was. */
  inference_job_id: id.nullable(),
  /** In pixels of full resolution: of what has an area, and of what has a length or an outline; else 0. */
  area_px: z.number(),
  length_px: z.number(),
  comments: z.int(),
  created_by: person.nullable(),
  updated_by: person.nullable(),
  created_at: time,
  updated_at: time,
  deleted_at: time.nullable(),
  version,
})
export type Annotation = z.infer<typeof annotation>

/** What may be left out is nothing: no class, no name, not locked. */
const optional = {
  classification: annotationContent.classification.default(null),
  name: annotationContent.name.default(''),
  notes: annotationContent.notes.default(''),
  tags: annotationContent.tags.default([]),
  locked: annotationContent.locked.default(false),
  z: annotationContent.z.default(null),
  review: annotationContent.review.default('open'),
  assignee_id: annotationContent.assignee_id.default(null),
  extras: annotationContent.extras.default({}),
}

export const newAnnotation = z.strictObject({
  /** Made by the browser, so that what is sent twice after a lost connection is there once. */
  id: id.optional(),
  geometry: annotationContent.geometry,
  shape: annotationContent.shape,
  ...optional,
  origin: z.enum(['drawn', 'imported']).default('drawn'),
})
export type NewAnnotation = z.input<typeof newAnnotation>

const change = {
  geometry: annotationContent.geometry.optional(),
  shape: annotationContent.shape.optional(),
  classification: annotationContent.classification.optional(),
  name: annotationContent.name.optional(),
  notes: annotationContent.notes.optional(),
  tags: annotationContent.tags.optional(),
  locked: annotationContent.locked.optional(),
  z: annotationContent.z.optional(),
  review: annotationContent.review.optional(),
  assignee_id: annotationContent.assignee_id.optional(),
}

const params = z.strictObject({ id })

/** Which ones: each that is given must hold. */
export const annotationFilters = {
  /** Just these, where they are there. */
  id: z.array(id).max(annotationLimits.named).optional(),
  slide_id: z.array(id).optional(),
  image_id: z.array(id).optional(),
  /** Names; an empty one stands for those without a class. */
  class: z.array(line(annotationClassLimits.name)).optional(),
  author_id: z.array(id).optional(),
  assignee_id: z.array(id).optional(),
  review: z.array(z.enum(reviewStates)).optional(),
  tag: z.array(line(annotationLimits.tag)).optional(),
  search,
}

export const listAnnotations = route({
  method: 'GET',
  path: 'annotations',
  summary: 'Annotations, newest first',
  access: 'read:annotations',
  query: z.strictObject({
    ...paging,
    ...annotationFilters,
    ordering: orderingBy(['created_at', 'updated_at', 'name', 'area_px', 'class'], '-created_at'),
    /** Those that were deleted and can still be restored, instead of those that are there. */
    deleted: z.boolean().optional(),
  }),
  response: listOf(annotation),
  status: 200,
})

export const readAnnotation = route({
  method: 'GET',
  path: 'annotations/{id}',
  summary: 'An annotation',
  access: 'read:annotations',
  params,
  response: annotation,
  status: 200,
})

export const createAnnotation = route({
  method: 'POST',
  path: 'annotations',
  summary: 'Create an annotation on an image',
  access: 'create:annotations',
  body: newAnnotation.extend({ image_id: id, organization_id: id.optional() }),
  response: annotation,
  status: 201,
  errors: ['not_found', 'not_ready', 'archived', 'too_many'],
  audit: 'annotation.created',
  idempotent: true,
  bodyLimit: annotationLimits.body,
})

export const updateAnnotation = route({
  method: 'PATCH',
  path: 'annotations/{id}',
  summary: 'Change an annotation',
  access: 'update:annotations',
  params,
  body: z.strictObject({ ...change, organization_id: id.optional(), version: version.optional() }),
  response: annotation,
  status: 200,
  errors: ['forbidden', 'stale_version', 'archived', 'locked'],
  audit: 'annotation.updated',
  bodyLimit: annotationLimits.body,
})

export const deleteAnnotation = route({
  method: 'DELETE',
  path: 'annotations/{id}',
  summary: 'Delete an annotation; it can be restored until it is removed for good',
  access: 'delete:annotations',
  params,
  status: 204,
  errors: ['forbidden', 'archived', 'locked'],
  audit: 'annotation.deleted',
})

export const restoreAnnotation = route({
  method: 'POST',
  path: 'annotations/{id}/restore',
  summary: 'Restore a deleted annotation',
  access: 'delete:annotations',
  params,
  response: annotation,
  status: 200,
  errors: ['forbidden', 'archived'],
  audit: 'annotation.restored',
})

/**
 * Everything or nothing: where one of them was changed by someone else, nothing is done, and `current` of the refusal
 * has each that differs as it is now.
 */
export const changeAnnotations = route({
  method: 'POST',
  path: 'annotations/batches',
  summary: 'Create, change, delete and restore many annotations of an image at once',
  access: 'create:annotations',
  body: z.strictObject({
    image_id: id,
    create: z.array(newAnnotation).max(annotationLimits.atOnce).default([]),
    update: z
      .array(z.strictObject({ id, version, ...change }))
      .max(annotationLimits.atOnce)
      .default([]),
    delete: z.array(z.strictObject({ id, version })).max(annotationLimits.atOnce).default([]),
    restore: z.array(z.strictObject({ id })).max(annotationLimits.atOnce).default([]),
    organization_id: id.optional(),
  }),
  response: z.object({
    /** Those created, changed and restored, in the order asked for; of those deleted nothing is said. */
    results: z.array(annotation),
  }),
  status: 200,
  errors: ['not_found', 'not_ready', 'forbidden', 'stale_version', 'archived', 'locked', 'too_many'],
  audit: 'annotations.changed',
  idempotent: true,
  bodyLimit: annotationLimits.body,
})

/**
 * What was imported, or made of detections, in one request of the same person. What anybody else has changed or
 * commented on since stays as it is.
 */
export const undoCreation = route({
  method: 'POST',
  path: 'annotations/undo',
  summary: 'Delete the annotations of one import at once, or bring them back',
  access: 'delete:annotations',
  body: z.strictObject({
    image_id: id,
    /** As the import told it. */
    created_at: time,
    /** `changed_at` of an earlier answer: those that it deleted are restored. */
    undone_at: time.optional(),
    organization_id: id.optional(),
  }),
  response: z.object({
    changed: z.array(id),
    /** How many stay, since somebody else has had a hand in them. */
    left: z.int(),
    changed_at: time,
  }),
  status: 200,
  errors: ['not_found', 'not_ready', 'archived'],
  audit: 'annotations.changed',
})

/** Where an annotation is seen: the viewer opens at it, with it selected. */
export function annotationLink(slideId: string, annotationId: string): string {
  return `/slide/${slideId}?panel=annotations&annotation=${annotationId}`
}
