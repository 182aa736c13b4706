import type { AnnotationClass, Branding, OrganizationSettings } from '@cresyl/contract/organizations'
import type { RoleKey } from '@cresyl/contract/permissions'
import { noThresholds, type QcThresholds } from '@cresyl/contract/qc-thresholds'
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const organizations = pgTable('organizations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  displayName: text('display_name').notNull(),
  /** Folded for sorting and search. */
  displayNameKey: text('display_name_key').notNull().default(''),
  branding: jsonb('branding').$type<Branding>().notNull(),
  /** What another identity provider calls it in its tokens. */
  externalId: text('external_id'),
  /** Null: no limit. */
  quotaBytes: bigint('quota_bytes', { mode: 'number' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  disabledAt: instant('disabled_at'),
  version: integer('version').notNull().default(1),
})

export const memberships = pgTable(
  'memberships',
  {
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    role: text('role').$type<RoleKey>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at'),
    disabledAt: instant('disabled_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)

export const organizationSettings = pgTable('organization_settings', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  timeZone: text('time_zone').notNull().default('UTC'),
  retentionDays: integer('retention_days').notNull().default(30),
  labelVisibility: text('label_visibility')
    .$type<OrganizationSettings['label_visibility']>()
    .notNull()
    .default('managers'),
  /** The database has the classes that an organisation starts with. */
  annotationClasses: jsonb('annotation_classes').$type<AnnotationClass[]>().notNull().default([]),
  qcAutomatic: boolean('qc_automatic').notNull().default(true),
  qcThresholds: jsonb('qc_thresholds').$type<QcThresholds>().notNull().default(noThresholds),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})

/** One row: what an organisation may store that has no quota of its own; null: no limit. */
export const defaultQuota = pgTable('default_quota', {
  single: boolean('single').primaryKey().default(true),
  quotaBytes: bigint('quota_bytes', { mode: 'number' }),
})

/** How full storage was said to be, in percent. */
export const storageWarnings = pgTable(
  'storage_warnings',
  {
    organizationId: uuid('organization_id').notNull(),
    what: text('what').$type<'quota' | 'disk'>().notNull(),
    level: smallint('level').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.what] })],
)

/** Changes of what an organisation has in storage: their sum is how much that is. */
export const storedBytes = pgTable('stored_bytes', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

/** Which organisation was given demonstration content. */
export const demos = pgTable('demos', {
  organizationId: uuid('organization_id').primaryKey(),
  /** How many slides it is to have. */
  total: integer('total').notNull(),
  /** The newest job that makes or removes it. */
  jobId: uuid('job_id'),
  removedAt: instant('removed_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export type DemoPartKind = 'project' | 'tissue' | 'stainer' | 'file' | 'act'

/** What belongs to the demonstration content of an organisation, each under the name it has in the list of content. */
export const demoParts = pgTable(
  'demo_parts',
  {
    organizationId: uuid('organization_id').notNull(),
    kind: text('kind').$type<DemoPartKind>().notNull(),
    key: text('key').notNull(),
    subjectId: uuid('subject_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.kind, table.key] })],
)
