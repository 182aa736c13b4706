import type { Permission } from '@cresyl/contract/permissions'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** Tokens for programs; each acts for the person who made it. */
export const apiTokens = pgTable('api_tokens', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  userId: uuid('user_id').notNull(),
  name: text('name').notNull(),
  prefix: text('prefix').notNull(),
  /** SHA-256: the token has 256 random bits, so nothing slower is needed. */
  tokenHash: bytea('token_hash').notNull(),
  permissions: text('permissions').array().$type<Permission[]>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
})
