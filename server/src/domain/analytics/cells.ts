import { analyticsLimits } from '@cresyl/contract/api/limits'
import { seriesKeys } from '@cresyl/contract/reports/analytics'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import type { Counted, Way } from './counted.ts'
import { findKept, type Kept } from './kept.ts'
import { percentilesOf, percentilesOfDays, percentilesOfMonths } from './percentiles.ts'
import { bucketOf, type Period } from './period.ts'
import type { AnalyticsQuery } from './query.ts'
import { type Filters, filtersOf, rowsOf } from './rows.ts'
import type { Group } from './sources.ts'

/** What was counted of one series in one interval. */
export interface Cell {
  /** Which interval, from 1; 0 is all before the first, null all of the period. */
  bucket: number | null
  count: number
  /** A sum, or a percentile. */
  value: number
}

export interface Cells {
  cells: Map<string, Cell[]>
  /** Of the series, the largest first. */
  keys: string[]
  /** How many more there are, counted together. */
  others: number
}

/** Counts in the database: months that are kept added up, and every row of what isn't; no more comes back than is shown. */
export async function selectCells(
  tx: Tx,
  counted: Counted,
  query: AnalyticsQuery,
  period: Period,
): Promise<Cells> {
  const filters = filtersOf(query)
  const kept = await findKept(tx, counted, { group: query.group_by, filters }, period)
  // The database can't know how few intervals there are: it would sort all rows, on disk, instead of counting them. And
  // of a table that it goes through it asks for every row whose it is, of an index once.
  for (const setting of [
    sql`work_mem = '64MB'`,
    sql`enable_seqscan = off`,
    sql`enable_bitmapscan = off`,
    ...(kept === undefined ? [sql`enable_nestloop = off`] : []),
    sql`jit = off`,
  ])
    await tx.execute(sql`set local ${setting}`)
  const rows = lookedAt(counted, { group: query.group_by, filters }, period, kept)
  const found = await tx.execute<FoundCell>(cellsOf(rows, counted.way, kept))
  const cells = new Map<string, Cell[]>()
  const sizes = new Map<string, number>()
  for (const { key: given, isOther, bucket, count, value } of found.rows) {
    const key = isOther ? seriesKeys.others : (given ?? seriesKeys.none)
    const ofSeries = cells.get(key) ?? []
    ofSeries.push({ bucket, count: Number(count), value: roundedValue(counted.way, Number(value ?? 0)) })
    cells.set(key, ofSeries)
    if (bucket !== null) sizes.set(key, (sizes.get(key) ?? 0) + Number(count))
  }
  const sizeOf = (key: string) => sizes.get(key) ?? 0
  const keys = [...cells.keys()].filter((key) => key !== seriesKeys.others)
  return {
    cells,
    keys: keys.sort((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1)),
    others: Number(found.rows[0]?.others ?? 0),
  }
}

/**
 * Percentiles to the millisecond: the database's own and those of kept months are interpolated by steps that round
 * differently. Sums are whole numbers.
 */
const roundedValue = (way: Way, value: number): number =>
  typeof way === 'number' ? Math.round(value * 1000) / 1000 : value

type FoundCell = {
  key: string | null
  isOther: boolean
  bucket: number | null
  count: string
  value: string | number | null
  others: string
}

const most = analyticsLimits.series

/** The rows that have to be looked at, by series and interval. */
function lookedAt(
  counted: Counted,
  chosen: { group: Group | 'none'; filters: Filters },
  { from, to, starts }: Period,
  kept: Kept | undefined,
): SQL {
  const { at, way } = counted
  const bucket = bucketOf(at, starts)
  if (kept === undefined) {
    const since = way === 'running' ? sql`` : sql`${at} >= ${from} and`
    return rowsOf(counted, { ...chosen, bucket, when: sql`${since} ${at} < ${to}` })
  }
  const instants = (ends: readonly string[]) => sql`${sql.param([...ends])}::timestamptz[]`
  const spans = sql`unnest(${instants(kept.gaps.map(([since]) => since))}, ${instants(kept.gaps.map(([, until]) => until))}) as gap (since, until)`
  return rowsOf(counted, {
    ...chosen,
    spans,
    bucket,
    when: sql`${at} >= gap.since and ${at} < gap.until`,
    isNarrow: kept.isNarrow,
  })
}

function cellsOf(rows: SQL, way: Way, kept: Kept | undefined): SQL {
  if (typeof way !== 'number') return sumsOf(rows, kept)
  if (kept === undefined) return percentilesOf(rows, way)
  return kept.isByDay ? percentilesOfDays(rows, way, kept) : percentilesOfMonths(rows, way, kept)
}

/** Sums can be added up, so the groups beyond the largest are put together after everything was counted. */
function sumsOf(rows: SQL, kept: Kept | undefined): SQL {
  const months = kept
    ? sql`union all select key, bucket, sum(rows), sum(total) from (${kept.months}) as months group by 1, 2`
    : sql``
  return sql`
    with cells as materialized (
      select key, bucket, sum(count) as count, sum(value) as value from (
        select key::text, bucket, count, value from (
          select key, bucket, count(*) as count, sum(x)::numeric as value from (${rows}) as counted group by 1, 2
        ) as looked_at ${months}
      ) as parts group by 1, 2
    ), sized as (
      select *, sum(count) over (partition by key) as size from cells
    ), ranked as (
      select *, dense_rank() over (order by size desc, key) as place from sized
    )
    select case when place <= ${most} then key end as key, place > ${most} as "isOther", bucket,
      sum(count) as count, sum(value) as value,
      greatest((select max(place) from ranked) - ${most}, 0) as others
    from ranked group by 1, 2, 3`
}
