import type { Annotation } from '@cresyl/contract/annotations'
import { bigint, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** Changes of how many annotations of each class an image has that aren't deleted, and of their areas and lengths. */
export const annotationSums = pgTable('annotation_sums', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id').notNull(),
  imageId: uuid('image_id').notNull(),
  className: text('class_name'),
  classColor: text('class_color'),
  review: text('review').$type<Annotation['review']>().notNull(),
  annotations: bigint('annotations', { mode: 'number' }).notNull(),
  areaPx: numeric('area_px').notNull(),
  lengthPx: numeric('length_px').notNull(),
})
