import { integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Another slide laid on a slide. How it lies, its newest version says. */
export const registrations = pgTable('registrations', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  /** The one that stays as it is. */
  slideId: uuid('slide_id').notNull(),
  imageId: uuid('image_id').notNull(),
  movingSlideId: uuid('moving_slide_id').notNull(),
  movingImageId: uuid('moving_image_id').notNull(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
