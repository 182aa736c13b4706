import { seriesKeys } from '@cresyl/contract/reports/analytics'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import type { Counted } from './counted.ts'
import { bucketOf, type Period } from './period.ts'
import type { Filters } from './rows.ts'
import type { Group } from './sources.ts'

/** What is kept added up of a period, and what has to be looked at. */
export interface Kept {
  /** A query for (key, bucket, rows, total, seconds) of months; where days are asked for, (key, buckets, seconds, days). */
  months: SQL
  /** Whether the interval of a value depends on its day. */
  isByDay: boolean
  /** Beginnings and ends of all that they leave out. */
  gaps: readonly (readonly [string, string])[]
  /** Whether these are few months: what belongs to their rows is looked up one by one, not all of it gone through. */
  isNarrow: boolean
}

/** Months that were changed, at most, where the gaps are narrow. */
const fewMonths = 4

/** Intervals that are made of months. */
const whole = new Set(['month', 'quarter', 'year'])

/** Undefined: nothing that is kept would help. */
export async function findKept(
  tx: Tx,
  counted: Counted,
  asked: { group: Group | 'none'; filters: Filters },
  { from, to, interval, timeZone, starts }: Period,
): Promise<Kept | undefined> {
  const groupedBy = groupingOf(asked)
  const isByDay = !whole.has(interval)
  // Only of the values that percentiles are told of, days are kept.
  if (groupedBy === undefined || (isByDay && typeof counted.way !== 'number')) return undefined
  const isRunning = counted.way === 'running'
  const local = (at: SQL) => sql`date_trunc('month', ${at} at time zone ${timeZone})`
  const { rows } = await tx.execute<Reached>(sql`
    select since::text, until::text, first_day::text as "firstDay",
      case when date_trunc('month', since at time zone ${timeZone}) = ${local(sql`first_day`)}
        then date_part('day', first_day at time zone ${timeZone})::int else ${afterAllDays}::int end as "firstOfMonth", (
      select coalesce(array_agg(array[month::text, next::text] order by month), '{}') from (
        select distinct first_instant(${local(sql`at`)}, ${timeZone}) as month,
          first_instant(${local(sql`at`)} + interval '1 month', ${timeZone}) as next
        from report_changes c where c.source = ${counted.source.name} and c.at >= since and c.at < until
      ) as changed
    ) as stale
    from (
      select ${isRunning ? sql`'-infinity'::timestamptz` : firstMonth(from, local, timeZone, isByDay)} as since,
        ${firstDay(from, timeZone)} as first_day,
        first_instant(${local(sql`least(upto, ${to}::timestamptz)`)}, ${timeZone}) as until
      from report_reach where source = ${counted.source.name} and time_zone = ${timeZone} offset 0
    ) as reach where since < until`)
  const [found] = rows
  if (found === undefined) return undefined
  const { since, until, firstDay: wholeDays, firstOfMonth, stale } = found
  const day = sql`first_instant(month at time zone ${timeZone} + (day - 1) * interval '1 day', ${timeZone})`
  const calendar = sql`join (
      select month, array_agg(${bucketOf(day, starts)} order by day) as buckets
      from (select distinct month from report_sums where measure = ${counted.kept} and grouped_by = ${groupedBy}
        and month >= ${since}::timestamptz and month < ${until}::timestamptz) as months, generate_series(1, 31) as day
      group by 1
    ) as calendar using (month)`
  const ofMonths = sql`measure = ${counted.kept} and grouped_by = ${groupedBy} and month >= ${since}::timestamptz
    and month < ${until}::timestamptz and month <> all (${sql.param(stale.map(([month]) => month))}::timestamptz[])
    ${isAmong(asked.filters.get(groupedBy as Group))}`
  const key = asked.group === 'none' ? sql`${seriesKeys.all}::text` : sql`key`
  const isFirst = sql`month = ${since}::timestamptz`
  return {
    isByDay,
    months: isByDay
      ? sql`
      select ${key} as key, buckets, days, seconds from report_sums ${calendar}
      where ${ofMonths} and (${firstOfMonth}::int = 1 or not ${isFirst})
      union all
      select ${key}, buckets, rest.days, rest.seconds from report_sums ${calendar} cross join lateral (
        select array_agg(x order by n) as seconds, array_agg(day order by n) as days
        from unnest(seconds, days) with ordinality as each (x, day, n) where day >= ${firstOfMonth}::int
      ) as rest
      where ${ofMonths} and ${firstOfMonth}::int > 1 and ${isFirst} and rest.seconds is not null`
      : sql`
      select ${key} as key, ${bucketOf(sql`month`, starts)} as bucket, rows, total, seconds from report_sums
      where ${ofMonths}`,
    isNarrow: stale.length <= fewMonths,
    gaps: [
      ...(isRunning ? [] : [[from.toISOString(), isByDay ? wholeDays : since] as const]),
      // Of the first month nothing before its first whole day.
      ...stale.map(
        ([month = '', next = '']) => [isByDay && month === since ? wholeDays : month, next] as const,
      ),
      [until, to.toISOString()],
    ],
  }
}

type Reached = {
  since: string
  until: string
  /** The first whole day of the period, and which one of the first month that is. */
  firstDay: string
  firstOfMonth: number
  stale: string[][]
}

/** Which no day of a month comes after. */
const afterAllDays = 32

/** The first month that begins in the period; where days are kept, the one that the period begins in. */
function firstMonth(from: Date, local: (at: SQL) => SQL, timeZone: string, isByDay: boolean): SQL {
  const at = sql`${from}::timestamptz`
  const its = sql`first_instant(${local(at)}, ${timeZone})`
  return isByDay
    ? its
    : sql`case when ${its} = ${at} then ${at} else first_instant(${local(at)} + interval '1 month', ${timeZone}) end`
}

/** The first day that begins in the period. */
function firstDay(from: Date, timeZone: string): SQL {
  const at = sql`${from}::timestamptz`
  const day = sql`date_trunc('day', ${at} at time zone ${timeZone})`
  return sql`case when first_instant(${day}, ${timeZone}) = ${at} then ${at}
    else first_instant(${day} + interval '1 day', ${timeZone}) end`
}

/** Rows are kept told apart by one thing at a time: others can't be asked about besides. */
function groupingOf({
  group,
  filters,
}: {
  group: Group | 'none'
  filters: Filters
}): Group | 'none' | undefined {
  const [filter, another] = [...filters.keys()]
  if (another !== undefined) return undefined
  if (group === 'none') return filter ?? group
  return filter === undefined || filter === group ? group : undefined
}

function isAmong(values: readonly string[] | undefined): SQL {
  if (values === undefined) return sql``
  const keys = sql`key = any (${sql.param([...values])}::text[])`
  return values.includes(seriesKeys.none) ? sql`and (key is null or ${keys})` : sql`and ${keys}`
}
