import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { organizations } from '../../platform/db/schema/index.ts'
import { type Counted, counted } from './counted.ts'
import { rowsOf } from './rows.ts'
import { checks, downloads, files, type Group, runs, type Source, slides } from './sources.ts'

const sources: readonly Source[] = [slides, files, checks, runs, downloads]

/** Months that are added up at once. */
const monthsAtOnce = 12

/** Adds up the months that have ended, and those that something was changed in. Any number of servers may try at once. */
export async function keepSums({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const known = await database.asSystem((tx) => tx.select({ id: organizations.id }).from(organizations))
  for (const { id: organizationId } of known) {
    for (const source of sources) {
      let isMore = true
      while (isMore)
        isMore = await database.asMember({ organizationId }, (tx) =>
          keepSumsOf(tx, organizationId, source, clock.now()),
        )
    }
  }
}

interface Reach {
  zone: string
  /** Up to when months are to be added up. */
  upto: string
  /** Up to when they are: null where nothing is kept, or in another time zone. */
  reached: string | null
  /** Whether anything was changed since. */
  isChanged: boolean
}

/** Whether there is more to add up: years are, in as many transactions, so that none takes long. */
async function keepSumsOf(tx: Tx, organizationId: string, source: Source, now: Date): Promise<boolean> {
  const reach = await findReach(tx, source, now)
  if (reach.reached === reach.upto && !reach.isChanged) return false
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('report sums ' || ${organizationId} || ${source.name}, 0)) as locked`,
  )
  return rows[0]?.locked === true && addUp(tx, organizationId, source, await findReach(tx, source, now))
}

/** The month only counts as over when the day after it is: what is written at its very end has been committed by then. */
async function findReach(tx: Tx, source: Source, now: Date): Promise<Reach> {
  const { rows } = await tx.execute<{
    zone: string
    upto: string
    reached: string | null
    isChanged: boolean
  }>(sql`
    select zone, upto::text, (
      select r.upto::text from report_reach r where source = ${source.name} and time_zone = zone
    ) as reached, exists (select from report_changes where source = ${source.name}) as "isChanged"
    from (
      select zone, first_instant(
        date_trunc('month', (${now}::timestamptz - interval '1 day') at time zone zone), zone) as upto
      from (
        select usable_time_zone(coalesce((select time_zone from organization_settings), 'UTC')) as zone
      ) as zones offset 0
    ) as ends`)
  const [found] = rows
  if (found === undefined) throw new Error('There is always a time zone')
  return found
}

async function addUp(tx: Tx, organizationId: string, source: Source, reach: Reach): Promise<boolean> {
  const { zone, upto, reached } = reach
  const monthOf = (at: SQL) => sql`date_trunc('month', ${at} at time zone ${zone})`
  const beginning =
    reached === null
      ? sql`coalesce((${firstOf(measuresOf(source))}), ${upto}::timestamptz)`
      : sql`${reached}::timestamptz`
  const { rows: ends } = await tx.execute<{ first: string; last: string }>(sql`
    select first::text, least(${upto}::timestamptz,
      first_instant(${monthOf(sql`first`)} + ${monthsAtOnce}::int * interval '1 month', ${zone}))::text as last
    from (select ${beginning} as first) as beginning`)
  const [{ first, last } = { first: upto, last: upto }] = ends
  // Before anything is counted: a change that comes later leaves its note.
  const { rows: months } = await tx.execute<{ month: string; next: string }>(sql`
    with noted as (delete from report_changes where source = ${source.name} returning at)
    select distinct first_instant(${monthOf(sql`at`)}, ${zone})::text as month,
      first_instant(${monthOf(sql`at`)} + interval '1 month', ${zone})::text as next
    from (
      select at from noted
      union all select generate_series(${first}::timestamptz, ${last}::timestamptz, interval '10 days')
    ) as moments (at) where at < ${last}::timestamptz order by 1`)
  if (reached === null) await tx.execute(sql`delete from report_sums where source = ${source.name}`)
  for (let from = 0; from < months.length; from += monthsAtOnce)
    await addUpMonths(tx, organizationId, source, zone, months.slice(from, from + monthsAtOnce))
  await tx.execute(sql`
    insert into report_reach (organization_id, source, time_zone, upto)
    values (${organizationId}, ${source.name}, ${zone}, ${last}::timestamptz)
    on conflict (organization_id, source) do update set time_zone = excluded.time_zone, upto = excluded.upto`)
  return last !== upto
}

async function addUpMonths(
  tx: Tx,
  organizationId: string,
  source: Source,
  zone: string,
  months: readonly { month: string; next: string }[],
): Promise<void> {
  const starts = sql`${sql.param(months.map(({ month }) => month))}::timestamptz[]`
  const ends = sql`${sql.param(months.map(({ next }) => next))}::timestamptz[]`
  await tx.execute(sql`delete from report_sums where source = ${source.name} and month = any (${starts})`)
  for (const each of measuresOf(source)) {
    const isPercentile = typeof each.way === 'number'
    for (const group of ['none', ...Object.keys(source.columns)] as (Group | 'none')[]) {
      const rows = rowsOf(each, {
        group,
        filters: new Map(),
        spans: sql`unnest(${starts}, ${ends}) as span (month, next)`,
        bucket: sql`span.month`,
        when: sql`${each.at} >= span.month and ${each.at} < span.next`,
        ...(isPercentile && { day: sql`date_part('day', ${each.at} at time zone ${zone})::smallint` }),
      })
      await tx.execute(sql`
        insert into report_sums (organization_id, source, measure, grouped_by, month, key, rows, total, seconds, days)
        select ${organizationId}::uuid, ${source.name}, ${each.kept}, ${group}, bucket, key::text, count(*),
          ${isPercentile ? sql`0, array_agg(x::float8 order by x, day), array_agg(day order by x, day)` : sql`sum(x), null, null`}
        from (${rows}) as counted group by bucket, key`)
    }
  }
}

/** Of measures that are kept under one name, the one that adds something up besides counting. */
function measuresOf(source: Source): Counted[] {
  const all: Counted[] = Object.values(counted)
    .flatMap((measures) => Object.values(measures) as Counted[])
    .filter((each) => each.source === source)
  return [...new Set(all.map(({ kept }) => kept))].flatMap((name) => {
    const same = all.filter(({ kept }) => kept === name)
    return same.find(({ of }) => of !== undefined) ?? same[0] ?? []
  })
}

/** When the first of all rows happened. */
function firstOf(measures: readonly Counted[]): SQL {
  const firsts = measures.map(({ source, at }) => sql`select min(${at}) as first from ${source.table}`)
  return sql`select min(first) from (${sql.join(firsts, sql` union all `)}) as firsts`
}
