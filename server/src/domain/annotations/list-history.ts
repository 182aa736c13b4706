import type {
  AnnotationVersion,
  listAnnotationHistory,
} from '@cresyl/contract/annotations/annotation-details'
import type { RouteRequest } from '@cresyl/contract/api/route'
import { and, count, desc, eq, inArray } from 'drizzle-orm'
import {
  annotationGeometries,
  annotationVersions,
  type KeptContent,
  users,
} from '../../platform/db/schema/index.ts'
import { pickPerson, type Rows, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'
import { decodeGeometry } from './geometry-bytes.ts'
import { findAnnotation } from './queries.ts'
import { type AnnotationDetails, classificationOf, viewAnnotation } from './view.ts'

type Query = RouteRequest<typeof listAnnotationHistory>['query']

/** What it is, and what it was before each change. In a transaction that is shown what was deleted. */
export async function listHistory(
  { tx }: Work,
  id: string,
  { limit, offset }: Query,
): Promise<Rows<AnnotationVersion>> {
  const current = await findAnnotation(tx, id)
  const isOf = eq(annotationVersions.annotationId, id)
  const [row] = await tx.select({ total: count() }).from(annotationVersions).where(isOf)
  const results = offset === 0 ? [currentVersion(current)] : []
  const most = rowLimit(limit) - results.length
  const rows = await tx
    .select({
      kept: annotationVersions,
      editor: pickPerson(users),
    })
    .from(annotationVersions)
    .leftJoin(users, eq(users.id, annotationVersions.changedBy))
    .where(isOf)
    .orderBy(desc(annotationVersions.version))
    .limit(most)
    .offset(Math.max(0, offset - 1))
  const bytes = new Map<number, Buffer>()
  if (rows.length > 0) {
    const versions = [...new Set(rows.map(({ kept }) => kept.geometryVersion))]
    const found = await tx
      .select()
      .from(annotationGeometries)
      .where(and(eq(annotationGeometries.annotationId, id), inArray(annotationGeometries.version, versions)))
    for (const each of found) bytes.set(each.version, each.bytes)
  }
  for (const { kept, editor } of rows) {
    results.push({
      version: kept.version,
      geometry: decodeGeometry(bytes.get(kept.geometryVersion) ?? current.bytes),
      ...contentIn(kept.content),
      deleted: kept.deleted,
      changed_by: editor,
      changed_at: kept.changedAt.toISOString(),
    })
  }
  return { count: (row?.total ?? 0) + 1, results }
}

function currentVersion(details: AnnotationDetails): AnnotationVersion {
  const { version, geometry, shape, classification, name, notes, tags, locked, z, review, ...rest } =
    viewAnnotation(details)
  return {
    version,
    geometry,
    shape,
    classification,
    name,
    notes,
    tags,
    locked,
    z,
    review,
    assignee_id: rest.assignee_id,
    extras: rest.extras,
    deleted: rest.deleted_at !== null,
    changed_by: rest.updated_by,
    changed_at: rest.updated_at,
  }
}

function contentIn({ class_name, class_color, ...content }: KeptContent) {
  return { ...content, classification: classificationOf(class_name, class_color) }
}
