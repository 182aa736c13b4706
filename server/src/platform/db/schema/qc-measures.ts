import type { QcPlace } from '@cresyl/contract/qc-jobs'
import type { QcLimits, QcMeasureKey } from '@cresyl/contract/qc-measures'
import type { QcVerdict } from '@cresyl/contract/qc-verdict'
import { doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

export const qcMeasures = pgTable(
  'qc_measures',
  {
    organizationId: uuid('organization_id').notNull(),
    qcJobId: uuid('qc_job_id').notNull(),
    n: integer('n').notNull(),
    key: text('key').$type<QcMeasureKey>().notNull(),
    channel: integer('channel'),
    /** By the limits. */
    value: doublePrecision('value'),
    /** How many tiles have a heat from 1 up to each, from 0 to 255. */
    tilesUpTo: integer('tiles_up_to').array(),
    place: text('place').$type<QcPlace>(),
    unmeasured: text('unmeasured'),
    verdict: text('verdict').$type<QcVerdict>(),
    limits: jsonb('limits').$type<QcLimits>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.qcJobId, table.n] })],
)
