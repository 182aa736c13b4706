import type { QcOverlay } from '@cresyl/contract/qc-jobs'
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** Heat maps and masks of a check: images that lie over the one that was checked. */
export const qcOverlays = pgTable(
  'qc_overlays',
  {
    organizationId: uuid('organization_id').notNull(),
    qcJobId: uuid('qc_job_id').notNull(),
    imageId: uuid('image_id').notNull(),
    n: integer('n').notNull(),
    key: text('key').$type<QcOverlay['key']>().notNull(),
    channel: integer('channel'),
    kind: text('kind').$type<QcOverlay['kind']>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.qcJobId, table.n] })],
)
