import type { PresetDisplay } from '@cresyl/contract/slides/display'
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const projects = pgTable('projects', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  name: text('name').notNull(),
  /** The name folded for comparison: unique among what isn't deleted. */
  nameKey: text('name_key').notNull(),
  description: text('description').notNull().default(''),
  /** Name and description folded for search. */
  searchKey: text('search_key').notNull(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  archivedAt: instant('archived_at'),
  deletedAt: instant('deleted_at'),
  version: integer('version').notNull().default(1),
})

export const displayPresets = pgTable('display_presets', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id').notNull(),
  name: text('name').notNull(),
  /** The name folded for comparison: unique in its project. */
  nameKey: text('name_key').notNull(),
  display: jsonb('display').$type<PresetDisplay>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})

export const tissues = pgTable('tissues', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  organ: text('organ').notNull(),
  species: text('species').notNull(),
  /** Organ and species folded for comparison; unique, merged ones included. */
  nameKey: text('name_key').notNull(),
  /** A merged one stays as an earlier name of the other. */
  mergedInto: uuid('merged_into'),
  /** Deleted while slides had it: they keep it, and nobody else is offered it. */
  deletedAt: instant('deleted_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})

export const stainers = pgTable('stainers', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  stainType: text('stain_type').notNull(),
  /** Folded for comparison; unique, merged ones included. */
  nameKey: text('name_key').notNull(),
  /** A merged one stays as an earlier name of the other. */
  mergedInto: uuid('merged_into'),
  /** Deleted while slides had it: they keep it, and nobody else is offered it. */
  deletedAt: instant('deleted_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
