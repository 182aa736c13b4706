import { analyticsLimits } from '@cresyl/contract/api/limits'
import { type SQL, sql } from 'drizzle-orm'
import type { Kept } from './kept.ts'

const most = analyticsLimits.series

/** Every so many values of a part, one is looked at first. */
const apart = 48

/** What stands for the groups beyond the largest, and for all of the period. */
const others = 0
const all = -1

/** Percentiles can't be added up: which groups are the largest has to be known before. */
export function percentilesOf(rows: SQL, percentile: number): SQL {
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

/**
 * The same where months are kept, whose values are at hand in order. Where there is but one part, as in a month of one
 * series, the percentile has its place in it. Else one out of 48 values shows between which two the percentile lies, and
 * only what lies between these is sorted.
 *
 * Of a part that has c such values up to x, at least 48 (c - 1) + 1 and at most 48 c values are up to x.
 */
export function percentilesOfMonths(rows: SQL, percentile: number, kept: Kept): SQL {
  return sql`
    with parts as materialized (
      ${partsOf(rows)}
      union all select key, bucket, seconds[:] from (${kept.months}) as months
    ), ${largestParts}, placed as materialized (
      select ${placeOf}, level.bucket, seconds
      from parts cross join lateral (values (bucket), (${all}::int)) as level (bucket)
    ), sizes as materialized (
      select place, bucket, count, parts, floor(${percentile}::float8 * (count - 1))::int as rank,
        ${percentile}::float8 * (count - 1) - floor(${percentile}::float8 * (count - 1)) as share
      from (
        select place, bucket, sum(cardinality(seconds)) as count, count(*) as parts from placed group by 1, 2
      ) as counted
    ), several as materialized (
      select place, bucket, seconds from placed join sizes using (place, bucket) where parts > 1
    ), samples as (
      select place, bucket, x, count(*) over (partition by place, bucket order by x) as up_to
      from (
        select place, bucket, seconds[i] as x
        from several cross join lateral generate_series(1, cardinality(seconds), ${apart}::int) as i
      ) as sampled
    ), bounds as materialized (
      select place, bucket, rank,
        coalesce(max(x) filter (where ${apart}::int * up_to <= rank), '-infinity') as low,
        coalesce(min(x) filter (where ${apart}::int * up_to - ${apart - 1}::int * parts >= rank + 2), 'infinity') as high
      from samples join sizes using (place, bucket) group by 1, 2, 3
    ), cut as materialized (
      select place, bucket, seconds, width_bucket(low, seconds) as below, width_bucket(high, seconds) as up_to
      from several join bounds using (place, bucket)
    ), between_bounds as (
      select place, bucket, x, row_number() over (partition by place, bucket order by x) - 1 as n
      from cut cross join lateral unnest(seconds[below + 1:up_to]) as x
    ), found as (
      select place, bucket, min(x) filter (where n >= rank - below) as one, max(x) filter (where n <= rank + 1 - below) as next
      from between_bounds join bounds using (place, bucket)
        join (select place, bucket, sum(below) as below from cut group by 1, 2) as skipped using (place, bucket)
      group by 1, 2
      union all
      select place, bucket, seconds[rank + 1], coalesce(seconds[rank + 2], seconds[rank + 1])
      from placed join sizes using (place, bucket) where parts = 1
    )
    select ${keyOf}, nullif(bucket, ${all}::int) as bucket, count, one + (next - one) * share as value
    from found join sizes using (place, bucket)`
}

/** The same by days or weeks: the days of the values are kept beside them, so that no row has to be looked at. */
export function percentilesOfDays(rows: SQL, percentile: number, kept: Kept): SQL {
  return sql`
    with parts as materialized (
      select key, bucket, seconds, null::int[] as buckets, null::smallint[] as days from (${partsOf(rows)}) as looked_at
      union all select key, null, seconds, buckets, days from (${kept.months}) as months
    ), ${largestParts}, placed as materialized (
      select ${placeOf}, bucket, seconds, buckets, days from parts
    )
    select ${keyOf}, bucket, count(*) as count, percentile_cont(${percentile}) within group (order by x) as value
    from (
      select place, coalesce(buckets[day], bucket) as bucket, x
      from (select place, bucket, buckets, unnest(seconds) as x, unnest(days) as day from placed) as each
    ) as each_value
    group by grouping sets ((place, bucket), (place))`
}

/** Values in order, of rows that are looked at. */
function partsOf(rows: SQL): SQL {
  return sql`
    select key::text, bucket, seconds from (
      select key, bucket, array_agg(x::float8 order by x) as seconds from (${rows}) as counted group by 1, 2
    ) as looked_at`
}

const largestParts = sql`
    largest as materialized (
      select (array_agg(key order by size desc, key))[1:${most}] as keys, count(*) as groups
      from (select key, sum(cardinality(seconds)) as size from parts group by 1) as sized
    )`
const placeOf = sql`coalesce(array_position((select keys from largest), key), ${others}::int) as place`
const keyOf = sql`(select keys from largest)[nullif(place, ${others}::int)] as key, place = ${others}::int as "isOther",
      greatest((select groups from largest) - ${most}, 0) as others`
