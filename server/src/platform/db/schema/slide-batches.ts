import type { ParamValues } from '@cresyl/contract/predictor-params'
import type { SlideAction } from '@cresyl/contract/slide-batches'
import { boolean, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** A predictor that is run on many slides, and how. */
export interface PredictAction {
  kind: 'predict'
  predictor_id: string
  params: ParamValues
  channels?: Readonly<Record<string, number>>
  mpp?: number
}

/** What is done to many slides: a change, a check of their quality, a run of a predictor. */
export type BatchAction = SlideAction | { kind: 'check' } | PredictAction

/** Something done to many slides; it has the id of the job that stands for it. */
export const slideBatches = pgTable('slide_batches', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  action: jsonb('action').$type<BatchAction>().notNull(),
  /** The batch that it takes back. */
  undoes: uuid('undoes'),
  undoneBy: uuid('undone_by'),
  createdBy: uuid('created_by'),
  /** Asked for by a superadmin who visits the organisation. */
  acting: boolean('acting').notNull().default(false),
  /** The projects that its own audit row names. */
  toldProjects: uuid('told_projects').array().notNull().default([]),
  createdAt: instant('created_at').notNull().defaultNow(),
})
