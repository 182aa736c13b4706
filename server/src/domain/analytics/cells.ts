import { seriesKeys } from '@cresyl/contract/analytics'
import { analyticsLimits } from '@cresyl/contract/limits'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import type { Counted } from './counted.ts'
import type { Period } from './period.ts'
import type { AnalyticsQuery } from './query.ts'
import { type Group, ofIds } from './sources.ts'

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

/** Counts in the database: each row is looked at once, and no more comes back than is shown. */
export async function selectCells(
  tx: Tx,
  counted: Counted,
  query: AnalyticsQuery,
  period: Period,
): Promise<Cells> {
  const rows = rowsOf(counted, query, period)
  // The database can't know how few intervals there are: it would sort all rows, on disk, instead of counting them. And
  // of a table that it goes through it asks for every row whose it is, of an index once.
  for (const setting of [
    sql`work_mem = '64MB'`,
    sql`enable_seqscan = off`,
    sql`enable_bitmapscan = off`,
    sql`enable_nestloop = off`,
    sql`jit = off`,
  ])
    await tx.execute(sql`set local ${setting}`)
  const found = await tx.execute<FoundCell>(
    typeof counted.way === 'number' ? percentilesOf(rows, counted.way) : sumsOf(rows),
  )
  const cells = new Map<string, Cell[]>()
  const sizes = new Map<string, number>()
  for (const { key: given, isOther, bucket, count, value } of found.rows) {
    const key = isOther ? seriesKeys.others : (given ?? seriesKeys.none)
    const ofSeries = cells.get(key) ?? []
    ofSeries.push({ bucket, count: Number(count), value: Number(value ?? 0) })
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

type FoundCell = {
  key: string | null
  isOther: boolean
  bucket: number | null
  count: string
  value: string | number | null
  others: string
}

const most = analyticsLimits.series

/** Sums can be added up, so the groups beyond the largest are put together after everything was counted. */
function sumsOf(rows: SQL): SQL {
  return sql`
    with cells as materialized (
      select key, bucket, count(*) as count, sum(x) as value from (${rows}) as counted group by 1, 2
    ), sized as (
      select *, sum(count) over (partition by key) as size from cells
    ), ranked as (
      select *, dense_rank() over (order by size desc, key) as place from sized
    )
    select case when place <= ${most} then key::text end as key, place > ${most} as "isOther", bucket,
      sum(count) as count, sum(value) as value,
      greatest((select max(place) from ranked) - ${most}, 0) as others
    from ranked group by 1, 2, 3`
}

/** Percentiles can't: which groups are the largest has to be known before. */
function percentilesOf(rows: SQL, percentile: number): SQL {
  return sql`
    with counted as materialized (${rows}), largest as (
      select (array_agg(key order by size desc, key))[1:${most}] as keys, count(*) as groups
      from (select key, count(*) as size from counted group by 1) as sized
    )
    select (select keys from largest)[place]::text as key, place is null as "isOther", bucket,
      count(*) as count, percentile_cont(${percentile}) within group (order by x) as value,
      greatest((select groups from largest) - ${most}, 0) as others
    from (select array_position((select keys from largest), key) as place, bucket, x from counted) as placed
    group by grouping sets ((place, bucket), (place))`
}

/** Each row once, by the series and the interval that it counts in. */
function rowsOf(counted: Counted, query: AnalyticsQuery, { from, to, starts }: Period): SQL {
  const { source, at, which, of, way } = counted
  const { group_by: group } = query
  const filters = filtersOf(query)
  const asked = new Set<Group>([...filters.keys(), ...(group === 'none' ? [] : [group])])
  const needsSlide = (['project', 'tissue', 'stainer'] as const).some((place) => asked.has(place))
  const joins = [
    ...(needsSlide && source.slide ? [source.slide] : []),
    ...[...asked].flatMap((each) => source.joins?.[each] ?? []),
  ]
  const conditions = [
    ...(way === 'running' ? [] : [sql`${at} >= ${from}`]),
    sql`${at} < ${to}`,
    ...(which ? [which] : []),
    // The database hides deleted slides from a join with them.
    ...(source.isThere && !(needsSlide && source.slide) ? [source.isThere] : []),
    ...[...filters].map(([column, values]) => isAmong(columnOf(counted, column), column, values)),
  ]
  const beginnings = sql.param(starts.map((start) => start.toISOString()))
  return sql`
    select ${group === 'none' ? sql`${seriesKeys.all}::text` : columnOf(counted, group)} as key,
      width_bucket(${at}, ${beginnings}::timestamptz[]) as bucket, ${of ?? sql`0`} as x
    from ${source.table} ${sql.join(joins, sql` `)}
    where ${sql.join(conditions, sql` and `)}`
}

function filtersOf(query: AnalyticsQuery): Map<Group, readonly string[]> {
  const given: Partial<Record<Group, readonly string[] | undefined>> = {
    ...{ project: query.project_id, tissue: query.tissue_id, stainer: query.stainer_id },
    ...{ member: query.member_id, predictor: query.predictor_id, state: query.state },
  }
  return new Map(
    Object.entries(given).flatMap(([group, values = []]) =>
      values.length > 0 ? [[group as Group, values] as const] : [],
    ),
  )
}

function columnOf({ source, member }: Counted, group: Group): SQL {
  const column = group === 'member' ? (member ?? source.columns.member) : source.columns[group]
  if (column === undefined) throw new Error(`Nothing tells the ${group} of these rows`)
  return column
}

function isAmong(column: SQL, group: Group, values: readonly string[]): SQL {
  if (!ofIds.some((each) => each === group)) return sql`${column} = any (${sql.param(values)}::text[])`
  const ids = values.filter((value) => value !== seriesKeys.none)
  const isOne = sql`${column} = any (${sql.param(ids)}::uuid[])`
  return ids.length < values.length ? sql`(${column} is null or ${isOne})` : isOne
}
