import type { Permission, RoleKey } from '@cresyl/contract/api/permissions'
import type { NotificationPreferences } from '@cresyl/contract/people/notifications'
import type { AnnotationClass, Branding, OrganizationSettings } from '@cresyl/contract/people/organizations'
import type { Profile } from '@cresyl/contract/people/profiles'
import { noThresholds, type QcThresholds } from '@cresyl/contract/qc/qc-thresholds'
import { bigint, boolean, integer, json, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'
import { bytea, instant } from './columns.ts'

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

/** A person is known by (issuer, subject), never by the e-mail address. */
export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  /** The name folded by `foldText`, for search and order: whoever writes one writes both. */
  nameKey: text('name_key').notNull(),
  picture: text('picture'),
  superadmin: boolean('superadmin').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  disabledAt: instant('disabled_at'),
})

/** The issuer stored for people of the embedded provider, whose address changes with the port. */
export const embeddedIssuer = 'embedded'

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

/** What a person chose for themselves; one row a person, made at the first choice. */
export const profiles = pgTable('profiles', {
  userId: uuid('user_id').primaryKey(),
  theme: text('theme').$type<Profile['theme']>().notNull().default('system'),
  locale: text('locale').$type<Profile['locale']>(),
  notifications: jsonb('notifications').$type<NotificationPreferences>().notNull().default({}),
  /** How often a letter about what they haven't read comes. */
  digest: text('digest').$type<Profile['digest']>().notNull().default('off'),
  /** Has seen the welcome, or sent it away. */
  welcomed: boolean('welcomed').notNull().default(false),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})

/** Pictures of people and logos; the id is random and is all that is needed to see one. */
export const pictures = pgTable('pictures', {
  id: text('id').primaryKey(),
  mediaType: text('media_type').notNull(),
  bytes: bytea('bytes').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

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

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    /** Over method, path and body. */
    requestHash: bytea('request_hash').notNull(),
    /** As json rather than jsonb: a repetition gets the same bytes. */
    reply: json('reply').$type<unknown>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId, table.key] })],
)

/** Passwords of the embedded provider, as argon2id hashes in PHC form. */
export const credentials = pgTable('credentials', {
  userId: uuid('user_id').primaryKey(),
  passwordHash: text('password_hash').notNull(),
  /** Each try of a stranger, from wherever, moves it on: the further ahead it is, the fewer are left. */
  strangersUntil: instant('strangers_until'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** Where a person's password was typed: each place has a count of its own. A known device is one of them. */
export const passwordPlaces = pgTable(
  'password_places',
  {
    userId: uuid('user_id').notNull(),
    place: text('place').notNull(),
    failedAttempts: integer('failed_attempts').notNull().default(0),
    lockedUntil: instant('locked_until'),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.place] })],
)

export const passwordResets = pgTable('password_resets', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** SHA-256 of what the link holds. */
  tokenHash: bytea('token_hash').notNull(),
  offeredBy: uuid('offered_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

/** Where people are signed in at the embedded provider; the id is that of the provider's session (`sid` in tokens). */
export const signIns = pgTable('sign_ins', {
  id: text('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  userAgent: text('user_agent').notNull().default(''),
  startedAt: instant('started_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  endedAt: instant('ended_at'),
})

/** Signing keys of the embedded provider (private JWKs); the newest one that is old enough signs. */
export const identityKeys = pgTable('identity_keys', {
  id: text('id').primaryKey(),
  privateKey: jsonb('private_key').$type<JWK>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** What the embedded provider remembers: sessions, grants, codes, refresh tokens, interactions. */
export const identityRecords = pgTable(
  'identity_records',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    uid: text('uid'),
    consumedAt: instant('consumed_at'),
    expiresAt: instant('expires_at'),
  },
  (table) => [primaryKey({ columns: [table.model, table.id] })],
)
