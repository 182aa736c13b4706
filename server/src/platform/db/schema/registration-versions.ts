import type { Registration } from '@cresyl/contract/registrations'
import {
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Every alignment that was saved, the present one too. */
export const registrationVersions = pgTable(
  'registration_versions',
  {
    organizationId: uuid('organization_id').notNull(),
    registrationId: uuid('registration_id').notNull(),
    version: integer('version').notNull(),
    method: text('method').$type<Registration['method']>().notNull(),
    model: text('model').$type<Registration['model']>().notNull(),
    mirrored: boolean('mirrored').notNull(),
    affine: jsonb('affine').$type<Registration['affine']>().notNull(),
    pairs: jsonb('pairs').$type<Registration['pairs']>().notNull(),
    residual: jsonb('residual').$type<Registration['residual']>().notNull(),
    confidence: doublePrecision('confidence'),
    savedBy: uuid('saved_by'),
    savedAt: instant('saved_at').notNull().defaultNow(),
  },
  ({ registrationId, version }) => [primaryKey({ columns: [registrationId, version] })],
)
