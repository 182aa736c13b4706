import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export type ServerState = 'active' | 'draining' | 'gone'

/** Machines that do work, announced by themselves. */
export const servers = pgTable('servers', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  roles: text('roles').array().notNull(),
  labels: text('labels').array().notNull(),
  version: text('version').notNull(),
  startedAt: instant('started_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  /** Which run of the worker this is: a new one lets go of everything the old one held. */
  incarnation: uuid('incarnation').notNull(),
  /** Goes up while the worker lives; compared with itself, never with a clock. */
  beat: bigint('beat', { mode: 'number' }).notNull().default(0),
  state: text('state').$type<ServerState>().notNull().default('active'),
  cores: integer('cores').notNull(),
  memoryBytes: bigint('memory_bytes', { mode: 'number' }).notNull(),
  slots: integer('slots').notNull(),
})
