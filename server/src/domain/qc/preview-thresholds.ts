import { measureOf, type QcMeasureKey, qcMeasureKeys, toHeat } from '@cresyl/contract/qc-measures'
import type { previewQcThresholds, QcPreview, QcThresholds } from '@cresyl/contract/qc-thresholds'
import { limitsOf, type QcVerdict } from '@cresyl/contract/qc-verdict'
import type { RouteRequest } from '@cresyl/contract/route'
import { type SQL, sql } from 'drizzle-orm'
import { requireOwnOrganization } from '../access.ts'
import type { Work } from '../work.ts'

type Asked = RouteRequest<typeof previewQcThresholds>['body']

/**
 * How many slides the thresholds would judge otherwise than they are judged now. Counted by the database, as there may
 * be a hundred thousand: what it works out is what judgeMeasurement does, and a test compares them.
 */
export async function previewThresholds({ tx, member }: Work, asked: Asked): Promise<QcPreview> {
  requireOwnOrganization(member, asked.organization_id)
  // Everything is read once: looking measures up slide by slide would take far longer, and this may take a while.
  await tx.execute(sql`set local enable_nestloop = off`)
  await tx.execute(sql`set local statement_timeout = '60s'`)
  const { rows } = await tx.execute<{ from: QcVerdict; to: QcVerdict; total: string }>(sql`
    with limits as materialized (${limitRows(asked.thresholds)}),
    judged as (
      select s.id, s.qc_state as before, max(case
          when measured.value is null then 0
          when case when limits.low then measured.value < limits.fail else measured.value > limits.fail end then 2
          when case when limits.low then measured.value < limits.warn else measured.value > limits.warn end then 1
          else 0 end) as severity
      from slides s
        join qc_measures m on m.organization_id = s.organization_id and m.qc_job_id = s.qc_job_id
        join limits on limits.key = m.key
          and limits.stainer_id is not distinct from case when s.stainer_id = any (${ownStains(asked.thresholds)}) then s.stainer_id end
        cross join lateral (select case
          when m.tiles_up_to is null or limits.edge is null then m.value
          -- Entries begin with heat 0, which counts from 1.
          when limits.low_tiles then 100::float8 * m.tiles_up_to[limits.edge] / nullif(m.tiles_up_to[256], 0)
          else 100::float8 * (m.tiles_up_to[256] - m.tiles_up_to[limits.edge + 1]) / nullif(m.tiles_up_to[256], 0)
        end as value) as measured
      where s.deleted_at is null and s.qc_state in ('passed', 'warned', 'failed')
      group by s.id
    )
    select before as from, (array['passed', 'warned', 'failed'])[severity + 1] as to, count(*) as total
    from judged group by 1, 2`)
  const flips = rows.map(({ from, to, total }) => ({ from, to, count: Number(total) }))
  return {
    total: flips.reduce((sum, { count }) => sum + count, 0),
    flips: flips.filter(({ from, to }) => from !== to).sort((a, b) => b.count - a.count),
  }
}

const ownStains = ({ stains }: QcThresholds): SQL => sql`${sql.param(Object.keys(stains))}::uuid[]`

/** The limits of every measure: for each stain with its own, and for the rest. */
function limitRows({ common, stains }: QcThresholds): SQL {
  const sets = [{ stainerId: null, ofStain: undefined }, ...Object.entries(stains).map(asSet)]
  const rows = sets.flatMap(({ stainerId, ofStain }) =>
    qcMeasureKeys.map((key) => ({ stainerId, key, ...limitsOf(key, common, ofStain) })),
  )
  const column = <Value>(value: (row: (typeof rows)[number]) => Value) => sql.param(rows.map(value))
  return sql`
    select * from unnest(
      ${column(({ stainerId }) => stainerId)}::uuid[], ${column(({ key }) => key)}::text[],
      ${column(({ warn }) => warn)}::float8[], ${column(({ fail }) => fail)}::float8[],
      ${column(({ key }) => measureOf(key).worse === 'low')}::boolean[],
      ${column(({ key, tileFail }) => edgeOf(key, tileFail))}::int[],
      ${column(({ key }) => measureOf(key).tiles?.worse === 'low')}::boolean[]
    ) as limits (stainer_id, key, warn, fail, low, edge, low_tiles)`
}

function asSet([stainerId, ofStain]: [string, QcThresholds['common']]) {
  return { stainerId, ofStain }
}

function edgeOf(key: QcMeasureKey, tileFail: number | undefined): number | null {
  const { tiles } = measureOf(key)
  return tiles === undefined || tileFail === undefined ? null : toHeat(tiles, tileFail)
}
