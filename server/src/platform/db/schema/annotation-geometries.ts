import { integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea } from './columns.ts'

/** Corners of annotations, one row for each time they changed: never written again. */
export const annotationGeometries = pgTable('annotation_geometries', {
  organizationId: uuid('organization_id').notNull(),
  annotationId: uuid('annotation_id').notNull(),
  /** Of the annotation, when it got this geometry. */
  version: integer('version').notNull(),
  bytes: bytea('bytes').notNull(),
})
