import type { Annotation } from '@cresyl/contract/annotations/annotations'
import type { annotations } from '../../platform/db/schema/index.ts'
import { decodeGeometry } from './geometry-bytes.ts'

export type AnnotationRow = typeof annotations.$inferSelect
type Person = Annotation['created_by']

/** An annotation with what other rows say about it. */
export interface AnnotationDetails {
  annotation: AnnotationRow
  bytes: Buffer
  author: Person
  editor: Person
  assignee: Person
}

export function viewAnnotation({
  annotation: row,
  bytes,
  author,
  editor,
  assignee,
}: AnnotationDetails): Annotation {
  return {
    id: row.id,
    slide_id: row.slideId,
    image_id: row.imageId,
    geometry: decodeGeometry(bytes),
    shape: row.shape,
    classification: classificationOf(row.className, row.classColor),
    name: row.name,
    notes: row.notes,
    tags: row.tags,
    locked: row.locked,
    z: row.z,
    review: row.review,
    assignee_id: row.assigneeId,
    extras: row.extras,
    assignee,
    origin: row.origin,
    inference_job_id: row.inferenceJobId,
    area_px: row.areaPx,
    length_px: row.lengthPx,
    comments: row.comments,
    created_by: author,
    updated_by: editor,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
    version: row.version,
  }
}

export function classificationOf(name: string | null, color: string | null): Annotation['classification'] {
  return name === null || color === null ? null : { name, color }
}
