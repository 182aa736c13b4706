import { seriesKeys } from '@cresyl/contract/reports/analytics'
import { type SQL, sql } from 'drizzle-orm'
import type { Counted } from './counted.ts'
import type { AnalyticsQuery } from './query.ts'
import { type Group, ofIds } from './sources.ts'

export type Filters = ReadonlyMap<Group, readonly string[]>

export interface ChosenRows {
  group: Group | 'none'
  filters: Filters
  /** Where the interval that a row counts in comes from, and which one it is. */
  spans?: SQL
  bucket: SQL
  /** The day of the month that it happened on, where that is asked for. */
  day?: SQL
  /** When rows happened. */
  when: SQL
  /** Whether these are few. */
  isNarrow?: boolean
}

/** Each row once, by the series and the interval that it counts in. */
export function rowsOf(counted: Counted, chosen: ChosenRows): SQL {
  const { group, filters, spans, bucket, day, when, isNarrow = false } = chosen
  const { source, which, of } = counted
  const asked = new Set<Group>([...filters.keys(), ...(group === 'none' ? [] : [group])])
  const needsSlide = (['project', 'tissue', 'stainer'] as const).some((place) => asked.has(place))
  const joins = [
    ...(needsSlide && source.slide ? [source.slide] : []),
    ...[...asked].flatMap((each) => source.joins?.[each] ?? []),
  ].map(({ once, each }) => (isNarrow ? each : once))
  const conditions = [
    when,
    ...(which ? [which] : []),
    // The database hides deleted slides from a join with them.
    ...(source.isThere && !(needsSlide && source.slide) ? [source.isThere] : []),
    ...[...filters].map(([column, values]) => isAmong(columnOf(counted, column), column, values)),
  ]
  return sql`
    select ${group === 'none' ? sql`${seriesKeys.all}::text` : columnOf(counted, group)} as key,
      ${bucket} as bucket, ${of ?? sql`0`} as x${day ? sql`, ${day} as day` : sql``}
    from ${spans ? sql`${spans} cross join ` : sql``}${source.table} ${sql.join(joins, sql` `)}
    where ${sql.join(conditions, sql` and `)}`
}

export function filtersOf(query: AnalyticsQuery): Filters {
  const given: Partial<Record<Group, readonly string[] | undefined>> = {
    project: query.project_id,
    tissue: query.tissue_id,
    stainer: query.stainer_id,
    member: query.member_id,
    predictor: query.predictor_id,
    state: query.state,
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
