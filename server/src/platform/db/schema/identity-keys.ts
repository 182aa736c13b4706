import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'
import { instant } from './columns.ts'

/** Signing keys of the embedded provider (private JWKs); the newest one that is old enough signs. */
export const identityKeys = pgTable('identity_keys', {
  id: text('id').primaryKey(),
  privateKey: jsonb('private_key').$type<JWK>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})
