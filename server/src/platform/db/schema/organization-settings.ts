import type { AnnotationClass, OrganizationSettings } from '@cresyl/contract/organizations'
import { noThresholds, type QcThresholds } from '@cresyl/contract/qc-thresholds'
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

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
