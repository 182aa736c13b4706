import type { PredictorManifest } from '@cresyl/contract/predictor-manifest'
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Every version of a predictor that there was: what was run is told by these. */
export const predictorVersions = pgTable('predictor_versions', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  predictorId: uuid('predictor_id').notNull(),
  manifest: jsonb('manifest').$type<PredictorManifest>().notNull(),
  digest: text('digest').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})
