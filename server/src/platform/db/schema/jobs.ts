import { bigint, boolean, integer, jsonb, pgTable, real, text, uuid } from 'drizzle-orm/pg-core'
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

export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** Work that takes long. Whoever writes what comes of an attempt must name it. */
export const jobs = pgTable('jobs', {
  id: uuid('id').primaryKey(),
  /** Null for what the platform does for itself. */
  organizationId: uuid('organization_id'),
  kind: text('kind').notNull(),
  payload: jsonb('payload').$type<unknown>().notNull(),
  state: text('state').$type<JobState>().notNull().default('queued'),
  priority: integer('priority').notNull().default(0),
  labels: text('labels').array().notNull().default([]),
  subjectId: uuid('subject_id'),
  parentId: uuid('parent_id'),
  /** Stands for its children: nobody runs it. */
  isParent: boolean('is_parent').notNull().default(false),
  /** How many of what people count it stands for, as a part of a batch. */
  weight: integer('weight').notNull().default(1),
  stage: text('stage'),
  progress: real('progress'),
  finishesAt: instant('finishes_at'),
  message: text('message'),
  attempt: integer('attempt').notNull().default(1),
  maxAttempts: integer('max_attempts').notNull(),
  runAfter: instant('run_after').notNull().defaultNow(),
  serverId: uuid('server_id'),
  incarnation: uuid('incarnation'),
  cancelRequestedAt: instant('cancel_requested_at'),
  cancelRequestedBy: uuid('cancel_requested_by'),
  createdBy: uuid('created_by'),
  trace: text('trace'),
  createdAt: instant('created_at').notNull().defaultNow(),
  startedAt: instant('started_at'),
  /** Until when its organisation has had its turn, by the prices of this job and those before it. */
  turnEnds: instant('turn_ends'),
  finishedAt: instant('finished_at'),
  version: integer('version').notNull().default(1),
})

/** When the latest job of a kind that comes round by itself was due. */
export const schedule = pgTable('schedule', {
  kind: text('kind').primaryKey(),
  lastDueAt: instant('last_due_at').notNull(),
})

export type LogLevel = 'info' | 'warn' | 'error'

/** What a job says about its work, for the people who wait for it. */
export const jobLogLines = pgTable('job_log_lines', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id'),
  jobId: uuid('job_id').notNull(),
  attempt: integer('attempt').notNull(),
  level: text('level').$type<LogLevel>().notNull(),
  text: text('text').notNull(),
  at: instant('at').notNull(),
})
