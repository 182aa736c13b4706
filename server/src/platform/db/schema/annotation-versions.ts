import type { Annotation } from '@cresyl/contract/annotations'
import { boolean, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** The columns that people change, by name. */
export type KeptContent = Pick<
  Annotation,
  'shape' | 'name' | 'notes' | 'tags' | 'locked' | 'z' | 'review' | 'assignee_id' | 'extras'
> & { class_name: string | null; class_color: string | null }

/** What annotations were before each change: written by the database alone. */
export const annotationVersions = pgTable('annotation_versions', {
  organizationId: uuid('organization_id').notNull(),
  annotationId: uuid('annotation_id').notNull(),
  version: integer('version').notNull(),
  geometryVersion: integer('geometry_version').notNull(),
  content: jsonb('content').$type<KeptContent>().notNull(),
  deleted: boolean('deleted').notNull(),
  changedBy: uuid('changed_by'),
  changedAt: instant('changed_at').notNull(),
})
