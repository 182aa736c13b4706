import type { RegistrationEstimate } from '@cresyl/contract/registration-estimates'
import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Looking for how another slide lies on a slide: gone with the job that does it. */
export const registrationEstimates = pgTable('registration_estimates', {
  jobId: uuid('job_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  /** The one that stays as it is. */
  slideId: uuid('slide_id').notNull(),
  imageId: uuid('image_id').notNull(),
  movingSlideId: uuid('moving_slide_id').notNull(),
  movingImageId: uuid('moving_image_id').notNull(),
  /** Null until it is found, and where it can't be. */
  alignment: jsonb('alignment').$type<RegistrationEstimate['alignment']>(),
  createdAt: instant('created_at').notNull().defaultNow(),
})
