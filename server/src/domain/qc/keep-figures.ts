import { measureOf } from '@cresyl/contract/qc/qc-measures'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { type Figures, figureNames, limitColumn } from '../../platform/db/schema/index.ts'
import type { Judged, MeasureRow } from './judge-measures.ts'

type FiguredMeasure = Pick<Judged, 'value' | 'limits'> & Pick<MeasureRow, 'key'>

export interface FiguredCheck {
  id: string
  organizationId: string
  measures: readonly FiguredMeasure[]
}

/** Of each measure the value that its verdict comes from: of several channels the worst. */
export function figuresOf(measures: readonly FiguredMeasure[]): Figures {
  const figures: Figures = {}
  for (const { key, value, limits } of measures) {
    const { worse, tiles } = measureOf(key)
    if (tiles) figures[limitColumn(key)] = limits.tileFail ?? null
    if (value === null) continue
    const before = figures[key] ?? value
    figures[key] = worse === 'high' ? Math.max(before, value) : Math.min(before, value)
  }
  return figures
}

/** What is counted when other limits are tried, in step with the measures. */
export async function keepFigures(tx: Tx, checks: readonly FiguredCheck[]): Promise<void> {
  if (checks.length === 0) return
  const rows = checks.map(({ id, organizationId, measures }) => ({
    ...figuresOf(measures),
    qc_job_id: id,
    organization_id: organizationId,
  }))
  const set = figureNames.map((name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`)
  await tx.execute(sql`
    insert into qc_figures select * from jsonb_populate_recordset(null::qc_figures, ${JSON.stringify(rows)}::jsonb)
    on conflict (organization_id, qc_job_id) do update set ${sql.join(set, sql`, `)}`)
}
