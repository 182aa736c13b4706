import type { ChannelStats } from '@cresyl/contract/images'
import { doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

export const channels = pgTable('channels', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  imageId: uuid('image_id').notNull(),
  index: integer('index').notNull(),
  name: text('name'),
  /** As #RRGGBB. */
  color: text('color'),
  /** nm */
  emissionWavelength: doublePrecision('emission_wavelength'),
  excitationWavelength: doublePrecision('excitation_wavelength'),
  /** ms */
  exposure: doublePrecision('exposure'),
  stats: jsonb('stats').$type<ChannelStats>(),
})
