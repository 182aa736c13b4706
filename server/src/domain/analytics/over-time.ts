import type { Analytics, Interval } from '@cresyl/contract/analytics'
import { ApiError } from '@cresyl/contract/errors'
import { analyticsLimits } from '@cresyl/contract/limits'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { organizationSettings } from '../../platform/db/schema/index.ts'
import type { Work } from '../work.ts'

/** What is asked of every analysis over time. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
  interval: Interval
}

export interface Series {
  key: string
  label: string
}

/** Rows of `at` (when) and `key` (of which series): each counts once. */
export type Counted = (period: { from: Date; to: Date }) => SQL

const steps: Record<Interval, string> = {
  day: '1 day',
  week: '1 week',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
}

/** Before any scanner was built, and within what a database can reckon with. */
const firstDay = new Date('1970-01-01')

/** How many intervals there are where nobody says since when. */
const usualCounts: Record<Interval, number> = { day: 30, week: 26, month: 12, quarter: 8, year: 5 }

/** Counts by intervals of the organisation's time zone. Every series has a point for every one of them. */
export async function countOverTime(
  { tx, member, now }: Work,
  period: Period,
  counted: Counted,
  findSeries: (keys: readonly string[]) => Promise<Series[]> | Series[],
): Promise<Analytics> {
  const { interval } = period
  const timeZone = await findTimeZone(tx, member.organizationId)
  const zone = { interval, timeZone }
  const { from, to } = await boundsOf(tx, period, zone, now)
  const starts = await selectStarts(tx, { from, to }, zone)
  const { rows } = await tx.execute<{ key: string; start: Date | string; total: string }>(sql`
    select key, date_trunc(${interval}, at, ${timeZone}) as start, count(*) as total
    from (${counted({ from, to })}) as counted group by 1, 2`)
  const found = new Map<string, Map<number, number>>()
  for (const { key, start, total } of rows) {
    const points = found.get(key) ?? new Map<number, number>()
    found.set(key, points.set(new Date(start).getTime(), Number(total)))
  }
  const series = await findSeries([...found.keys()])
  const valueAt = (key: string, start: Date) => found.get(key)?.get(start.getTime()) ?? 0
  return {
    ...{ from: from.toISOString(), to: to.toISOString(), interval, time_zone: timeZone },
    series: series.map(({ key, label }) => ({
      ...{ key, label },
      points: starts.map((start) => ({ start: start.toISOString(), value: valueAt(key, start) })),
    })),
    totals: Object.fromEntries(
      series.map(({ key }) => [key, starts.reduce((sum, start) => sum + valueAt(key, start), 0)]),
    ),
  }
}

interface Zone {
  interval: Interval
  timeZone: string
}

async function findTimeZone(tx: Tx, organizationId: string): Promise<string> {
  const [found] = await tx
    .select({ timeZone: organizationSettings.timeZone })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  return found?.timeZone ?? 'UTC'
}

/** Until now, and from the beginning of an interval, where nobody says otherwise. */
async function boundsOf(
  tx: Tx,
  { from, to }: Period,
  { interval, timeZone }: Zone,
  now: Date,
): Promise<{ from: Date; to: Date }> {
  const end = to === undefined ? now : new Date(to)
  if (end < firstDay) refuse('to', 'There was nothing to count then.')
  if (from !== undefined) {
    const begin = new Date(from)
    if (begin < firstDay) refuse('from', 'There was nothing to count then.')
    if (begin >= end) refuse('from', 'It must lie before the end of the period.')
    return { from: begin, to: end }
  }
  const { rows } = await tx.execute<{ start: Date | string }>(sql`
    select (date_trunc(${interval}, ${end}::timestamptz at time zone ${timeZone})
      - ${usualCounts[interval] - 1}::int * ${steps[interval]}::interval) at time zone ${timeZone} as start`)
  return { from: new Date(rows[0]?.start ?? end), to: end }
}

/** The beginnings of all intervals that the period touches. */
async function selectStarts(
  tx: Tx,
  { from, to }: { from: Date; to: Date },
  { interval, timeZone }: Zone,
): Promise<Date[]> {
  const most = analyticsLimits.intervals
  const { rows } = await tx.execute<{ start: Date | string }>(sql`
    select local at time zone ${timeZone} as start
    from generate_series(
      date_trunc(${interval}, ${from}::timestamptz at time zone ${timeZone}),
      (${to}::timestamptz at time zone ${timeZone}) - interval '1 microsecond', ${steps[interval]}::interval
    ) as local
    order by 1 limit ${most + 1}`)
  if (rows.length > most) {
    refuse('interval', `These are more than ${most} intervals. Choose longer ones, or a shorter period.`)
  }
  return rows.map(({ start }) => new Date(start))
}

function refuse(field: string, detail: string): never {
  throw new ApiError('invalid_input', { detail, fields: { [field]: [detail] } })
}
