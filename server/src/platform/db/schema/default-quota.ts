import { bigint, boolean, pgTable } from 'drizzle-orm/pg-core'

/** One row: what an organisation may store that has no quota of its own; null: no limit. */
export const defaultQuota = pgTable('default_quota', {
  single: boolean('single').primaryKey().default(true),
  quotaBytes: bigint('quota_bytes', { mode: 'number' }),
})
