import type { Registration } from '@cresyl/contract/registrations'
import { boolean, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

type Found = Pick<Registration, 'model' | 'affine' | 'pairs' | 'residual'> & { confidence: number }

/** An alignment that is looked for by a job. */
export const registrationEstimates = pgTable('registration_estimates', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  slideId: uuid('slide_id').notNull(),
  imageId: uuid('image_id').notNull(),
  movingSlideId: uuid('moving_slide_id').notNull(),
  movingImageId: uuid('moving_image_id').notNull(),
  mirrored: boolean('mirrored').notNull().default(false),
  jobId: uuid('job_id').notNull(),
  /** Null until it is found. */
  alignment: jsonb('alignment').$type<Found>(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
