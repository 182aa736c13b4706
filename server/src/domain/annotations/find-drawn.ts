import type { DrawnAnnotation } from '@cresyl/contract/annotation-views'
import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { annotationGeometries, annotations, users } from '../../platform/db/schema/index.ts'
import { decodeGeometry } from './geometry-bytes.ts'
import { classificationOf } from './view.ts'

type Row = Omit<DrawnAnnotation, 'geometry' | 'classification' | 'created_by'> & {
  bytes: Buffer
  class_name: string | null
  class_color: string | null
  author_id: string | null
}

/**
 * What is drawn of annotations, by id. A view has thousands of them: only what it shows is read, as the driver gives it,
 * and the few people who drew them are looked up once.
 */
export async function findDrawn(tx: Tx, ids: readonly string[]): Promise<Map<string, DrawnAnnotation>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<Row>(sql`
    select a.id, a.shape, a.class_name, a.class_color, a.name, a.notes, a.tags, a.locked, a.review, a.z, a.assignee_id,
      a.area_px, a.length_px, a.version, a.created_by as author_id, g.bytes
    from ${annotations} a join ${annotationGeometries} g
      on g.organization_id = a.organization_id and g.annotation_id = a.id and g.version = a.geometry_version
    where a.id = any (${sql.param(ids)}::uuid[])`)
  const people = await findPeople(tx, new Set(rows.flatMap(({ author_id: id }) => id ?? [])))
  return new Map(
    rows.map(({ bytes, class_name: name, class_color: color, author_id: author, ...row }) => [
      row.id,
      {
        ...row,
        geometry: decodeGeometry(bytes),
        classification: classificationOf(name, color),
        created_by: (author && people.get(author)) || null,
      },
    ]),
  )
}

async function findPeople(tx: Tx, ids: ReadonlySet<string>) {
  if (ids.size === 0) return new Map<string, NonNullable<DrawnAnnotation['created_by']>>()
  const found = await tx
    .select({ id: users.id, name: users.name, picture: users.picture })
    .from(users)
    .where(inArray(users.id, [...ids]))
  return new Map(found.map((person) => [person.id, person]))
}
