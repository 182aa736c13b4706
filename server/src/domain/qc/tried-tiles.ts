import { measureOf, type QcMeasureKey } from '@cresyl/contract/qc-measures'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { limitColumn, tileMeasureKeys } from '../../platform/db/schema/index.ts'
import { column, type TriedLimits } from './tried-limits.ts'

/** Measures of which some tiles were counted by another limit than the ones that are tried. */
export async function staleTiles(tx: Tx, { tileLimits }: TriedLimits): Promise<QcMeasureKey[]> {
  const differs = tileMeasureKeys.map((key) => {
    const tried = new Set(tileLimits(key))
    // By several limits at once, stains would have to be told apart first.
    const other = tried.size > 1 ? sql`is not null` : sql`<> ${[...tried][0] ?? 0}::float8`
    return sql`coalesce(bool_or(${column(limitColumn(key))} ${other}), false) as ${column(key)}`
  })
  const { rows } = await tx.execute<Partial<Record<QcMeasureKey, boolean>>>(
    sql`select ${sql.join(differs, sql`, `)} from qc_figures`,
  )
  return tileMeasureKeys.filter((key) => rows[0]?.[key])
}

/** `<key>_tiles.shares`: per cent of the tiles beyond each of the edges, in their order; of several channels the worst. */
export function tileJoin(key: QcMeasureKey, edges: readonly number[]): SQL {
  const { tiles, perChannel } = measureOf(key)
  // Entries begin with heat 0, which counts from 1.
  const shares = edges.map((edge) => {
    const beyond =
      tiles?.worse === 'low'
        ? sql`tiles_up_to[${edge}::int]`
        : sql`(tiles_up_to[256] - tiles_up_to[${edge + 1}::int])`
    const share = sql`100::float8 * ${beyond} / nullif(tiles_up_to[256], 0)`
    return perChannel ? sql`max(${share})` : share
  })
  const name = column(`${key}_tiles`)
  return sql`
    left join (
      select qc_job_id, array[${sql.join(shares, sql`, `)}] as shares
      from qc_measures where key = ${key} and tiles_up_to is not null
      -- Shares go on from here, not the tiles that they are of.
      ${perChannel ? sql`group by qc_job_id` : sql`offset 0`}
    ) as ${name} on ${name}.qc_job_id = f.qc_job_id`
}

/** The value that is judged, by the name of the measure; `isStale`: tiles may have been counted by another limit. */
export function figure(key: QcMeasureKey, isStale: boolean): SQL {
  const kept = sql`f.${column(key)}`
  if (!isStale) return kept
  const counted = sql`${column(`${key}_tiles`)}.shares[l.${column(`${key}_at`)}]`
  const isSame = sql`f.${column(limitColumn(key))} = l.${column(`${key}_tile`)}`
  return sql`case when ${isSame} then ${kept} else coalesce(${counted}, ${kept}) end as ${column(key)}`
}
