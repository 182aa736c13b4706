import { ApiError } from '@cresyl/contract/api/errors'
import { analyticsLimits } from '@cresyl/contract/api/limits'
import type { Interval } from '@cresyl/contract/reports/analytics'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'

/** What is asked for: instants, or days of the organisation. */
export interface AskedPeriod {
  from?: string | undefined
  to?: string | undefined
  interval: Interval
}

export interface Period {
  from: Date
  to: Date
  interval: Interval
  timeZone: string
  /** The beginnings of all intervals that the period touches: the first may lie before it. */
  starts: readonly Date[]
}

const steps: Record<Interval, string> = {
  day: '1 day',
  week: '1 week',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
}

/** Since before any scanner was built, and as far ahead as a database can reckon. */
const years = { first: 1970, last: 2999 }

/** How many intervals there are where nobody says since when. */
const usualCounts: Record<Interval, number> = { day: 30, week: 26, month: 12, quarter: 8, year: 5 }

/** The intervals of the organisation's time zone that lie in the period. A sentence where there can be none, or too many. */
export async function findPeriod(tx: Tx, asked: AskedPeriod, now: Date): Promise<Period> {
  const { interval } = asked
  for (const end of ['from', 'to'] as const) {
    const year = Number(asked[end]?.slice(0, 4) ?? years.last)
    if (year < years.first || year > years.last) refuse(end, 'There is nothing to count in this period.')
  }
  const { from, to, timeZone } = await findBounds(tx, asked, now)
  if (from >= to) refuse('from', 'The period must begin before it ends.')
  const most = analyticsLimits.intervals
  // A day that clocks skipped begins when the next one does.
  const { rows } = await tx.execute<{ start: Date | string }>(sql`
    select distinct start from (
      select first_instant(local, ${timeZone}) as start
      from generate_series(
        date_trunc(${interval}, ${from}::timestamptz at time zone ${timeZone}),
        (${to}::timestamptz at time zone ${timeZone}) + interval '1 day', ${steps[interval]}::interval
      ) as local limit ${most + 3}
    ) as starts where start < ${to} order by 1 limit ${most + 1}`)
  if (rows.length > most) {
    refuse('interval', `This is more than ${most} intervals. Choose longer ones, or a shorter period.`)
  }
  return { from, to, interval, timeZone, starts: rows.map(({ start }) => new Date(start)) }
}

const isDay = (moment: string) => moment.length === 'YYYY-MM-DD'.length

/** Until now, and from the beginning of an interval, where nobody says otherwise. */
async function findBounds(
  tx: Tx,
  { from, to, interval }: AskedPeriod,
  now: Date,
): Promise<{ from: Date; to: Date; timeZone: string }> {
  const momentOf = (moment: string) =>
    isDay(moment) ? sql`first_instant(${moment}::timestamp, zone)` : sql`${new Date(moment)}::timestamptz`
  const usual = sql`first_instant(
    date_trunc(${interval}, ending at time zone zone) - ${usualCounts[interval] - 1}::int * ${steps[interval]}::interval, zone)`
  const { rows } = await tx.execute<{ zone: string; beginning: Date | string; ending: Date | string }>(sql`
    select zone, ${from === undefined ? usual : momentOf(from)} as beginning, ending from (
      select zone, ${to === undefined ? sql`${now}::timestamptz` : momentOf(to)} as ending from (
        select usable_time_zone(coalesce((select time_zone from organization_settings), 'UTC')) as zone
      ) as zones offset 0
    ) as ends`)
  const [found] = rows
  if (found === undefined) throw new Error('A period has bounds')
  return { from: new Date(found.beginning), to: new Date(found.ending), timeZone: found.zone }
}

export function refuse(field: string, detail: string): never {
  throw new ApiError('invalid_input', { detail, fields: { [field]: [detail] } })
}

/** Which interval an instant is in, from 1. */
export function bucketOf(at: SQL, starts: readonly Date[]): SQL {
  return sql`width_bucket(${at}, ${sql.param(starts.map((start) => start.toISOString()))}::timestamptz[])`
}
