import { integer, pgTable, smallint, uuid } from 'drizzle-orm/pg-core'

/** How many annotations have their middle in each square of an image: kept by the database. */
export const annotationCells = pgTable('annotation_cells', {
  organizationId: uuid('organization_id').notNull(),
  imageId: uuid('image_id').notNull(),
  /** Pixels of full resolution a side: one of `cellSides`. */
  side: integer('side').notNull(),
  x: integer('x').notNull(),
  y: integer('y').notNull(),
  sizeClass: smallint('size_class').notNull(),
  annotations: integer('annotations').notNull(),
})

/** Those that are counted in, the finest first. */
export const cellSides = [256, 1024] as const
