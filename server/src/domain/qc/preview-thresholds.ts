import type { RouteRequest } from '@cresyl/contract/api/route'
import { measureOf, type QcMeasureKey, qcMeasureKeys } from '@cresyl/contract/qc/qc-measures'
import type { previewQcThresholds, QcPreview } from '@cresyl/contract/qc/qc-thresholds'
import { type QcVerdict, qcVerdicts } from '@cresyl/contract/qc/qc-verdict'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { limitColumn, tileMeasureKeys } from '../../platform/db/schema/index.ts'
import { requireOwnOrganization } from '../access.ts'
import type { Work } from '../work.ts'
import { column, limitSets, type TriedLimits } from './tried-limits.ts'

type Asked = RouteRequest<typeof previewQcThresholds>['body']

/**
 * How many slides the thresholds would judge otherwise than they are judged now. Counted by the database, as there may
 * be a hundred thousand: what it works out is what judgeMeasurement does, and a test compares them. One row of figures
 * tells all there is to a slide; only where another limit for tiles is tried are tiles looked at, too.
 */
export async function previewThresholds({ tx, member }: Work, asked: Asked): Promise<QcPreview> {
  requireOwnOrganization(member, asked.organization_id)
  // Everything is read once and along indexes, which know the organisation: slide by slide it would take far longer.
  await tx.execute(sql`set local enable_nestloop = off`)
  await tx.execute(sql`set local enable_seqscan = off`)
  // Compiling it takes longer than counting.
  await tx.execute(sql`set local jit = off`)
  const tried = limitSets(asked.thresholds)
  const stale = await staleTiles(tx, tried)
  const { rows } = await tx.execute<Record<string, string>>(countOutcomes(tried, stale))
  const counts = outcomes.map((outcome) => ({ ...outcome, count: Number(rows[0]?.[nameOf(outcome)] ?? 0) }))
  return {
    total: counts.reduce((sum, { count }) => sum + count, 0),
    flips: counts.filter(({ from, to, count }) => from !== to && count > 0).sort((a, b) => b.count - a.count),
  }
}

interface Outcome {
  from: QcVerdict
  to: QcVerdict
}

const outcomes: readonly Outcome[] = qcVerdicts.flatMap((from) => qcVerdicts.map((to) => ({ from, to })))
const nameOf = ({ from, to }: Outcome) => `${from}_${to}`

/** Each step is kept apart by `offset 0`: what belongs together, then what counts, then how that is judged. */
function countOutcomes({ rows, scopeOf, edges }: TriedLimits, stale: readonly QcMeasureKey[]): SQL {
  return sql`
    with limits as materialized (${rows})
    select ${sql.join(outcomes.map(counted), sql`, `)}
    from (
      select before, greatest(${sql.join(qcMeasureKeys.map(severity), sql`, `)}) as severity
      from (
        select f.before, l.*, ${sql.join(
          qcMeasureKeys.map((key) => figure(key, stale.includes(key))),
          sql`, `,
        )}
        from (
          select s.qc_state as before, s.stainer_id as stain, f.*
          from slides s join qc_figures f on f.organization_id = s.organization_id and f.qc_job_id = s.qc_job_id
          where s.deleted_at is null and s.qc_state in ('passed', 'warned', 'failed')
          offset 0
        ) as f
          join limits l on l.scope = ${scopeOf(sql`f.stain`)}
          ${sql.join(stale.map((key) => tileJoin(key, edges(key))))}
        offset 0
      ) as figured
      offset 0
    ) as judged`
}

const counted = (outcome: Outcome): SQL => sql`
  count(*) filter (where before = ${outcome.from} and severity = ${qcVerdicts.indexOf(outcome.to)}::int)
    as ${column(nameOf(outcome))}`

/** Where the verdict stands in `qcVerdicts`. */
function severity(key: QcMeasureKey): SQL {
  const beyond = measureOf(key).worse === 'low' ? sql`<` : sql`>`
  const value = sql`figured.${column(key)}`
  return sql`case when ${value} ${beyond} figured.${column(`${key}_fail`)} then 2
    when ${value} ${beyond} figured.${column(`${key}_warn`)} then 1 else 0 end`
}

/** Measures of which some tiles were counted by another limit than the ones that are tried. */
async function staleTiles(tx: Tx, { tileLimits }: TriedLimits): Promise<QcMeasureKey[]> {
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
function tileJoin(key: QcMeasureKey, edges: readonly number[]): SQL {
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
function figure(key: QcMeasureKey, isStale: boolean): SQL {
  const kept = sql`f.${column(key)}`
  if (!isStale) return kept
  const counted = sql`${column(`${key}_tiles`)}.shares[l.${column(`${key}_at`)}]`
  const isSame = sql`f.${column(limitColumn(key))} = l.${column(`${key}_tile`)}`
  return sql`case when ${isSame} then ${kept} else coalesce(${counted}, ${kept}) end as ${column(key)}`
}
