import type { RoleKey } from '@cresyl/contract/permissions'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

export const invitations = pgTable('invitations', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  email: text('email').notNull(),
  name: text('name').notNull().default(''),
  role: text('role').$type<RoleKey>().notNull(),
  /** SHA-256 of what the link holds: a copy of the database is not enough to follow it. */
  tokenHash: bytea('token_hash').notNull(),
  invitedBy: uuid('invited_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  acceptedAt: instant('accepted_at'),
  revokedAt: instant('revoked_at'),
})
