import { measureOf, type QcMeasureKey, qcMeasureKeys } from '@cresyl/contract/qc-measures'
import { doublePrecision, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

/** Measures whose value is a share of faulty tiles. */
export const tileMeasureKeys = qcMeasureKeys.filter((key) => measureOf(key).tiles !== undefined)

/** Where it is told beyond which limit tiles counted as faulty. */
export const limitColumn = (key: QcMeasureKey) => `${key}_limit` as const

export const figureNames = [...qcMeasureKeys, ...tileMeasureKeys.map(limitColumn)]
export type FigureName = QcMeasureKey | ReturnType<typeof limitColumn>
export type Figures = Partial<Record<FigureName, number | null>>

/** What the verdict of a check comes from: of each measure the worst of its channels. */
export const qcFigures = pgTable(
  'qc_figures',
  {
    organizationId: uuid('organization_id').notNull(),
    qcJobId: uuid('qc_job_id').notNull(),
    ...Object.fromEntries(figureNames.map((name) => [name, doublePrecision(name)])),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.qcJobId] })],
)
