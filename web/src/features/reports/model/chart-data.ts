import { type Analytics, type Interval, seriesKeys } from '@cresyl/contract/reports/analytics'

/** Times of an interval: where it begins, and what of it is in the period. */
export interface Bucket {
  start: string
  from: string
  /** Not included. */
  to: string
}

export interface ChartSeries {
  key: string
  label: string
  /** For each interval; null where it is a median or a share, and of nothing. */
  values: readonly (number | null)[]
  /** How many it was told from. */
  counts: readonly number[]
  total: number | null
  count: number
}

export type Unit = Analytics['unit']

/** What a chart, its table and its file are made of. */
export interface ChartData {
  unit: Unit
  interval: Interval
  zone: string
  from: string
  to: string
  buckets: readonly Bucket[]
  series: readonly ChartSeries[]
}

export function chartData(reply: Analytics): ChartData {
  const { unit, interval, from, to, time_zone: zone } = reply
  const starts = reply.series[0]?.points.map(({ start }) => start) ?? []
  return {
    unit,
    interval,
    from,
    to,
    zone,
    buckets: starts.map((start, at) => ({
      start,
      from: later(start, from),
      to: earlier(starts[at + 1] ?? to, to),
    })),
    series: reply.series.map(({ key, label, points }) => ({
      key,
      label,
      values: points.map(({ value }) => value),
      counts: points.map(({ count }) => count),
      total: reply.totals[key] ?? null,
      count: points.reduce((sum, { count }) => sum + count, 0),
    })),
  }
}

const later = (a: string, b: string) => (Date.parse(a) < Date.parse(b) ? b : a)
const earlier = (a: string, b: string) => (Date.parse(a) < Date.parse(b) ? a : b)

/** Whether values of several series, or of several intervals, make one sum. */
export function isAdditive({ unit }: { unit: Unit }): boolean {
  return unit === 'count' || unit === 'bytes'
}

export function isEmpty({ series }: ChartData): boolean {
  return series.every(({ count, total }) => count === 0 && !total)
}

/** Without series of which there is nothing. What is in the period before stays, to be compared with. */
export function withoutEmpty(data: ChartData, before: ChartData | null = null): ChartData {
  const isThere = (key: string) => {
    const earlier = before?.series.find((each) => each.key === key)
    return earlier !== undefined && earlier.count > 0
  }
  const series = data.series.filter(({ key, count, total }) => count > 0 || Boolean(total) || isThere(key))
  return series.length === 0 ? data : { ...data, series }
}

/**
 * At most so many series: the smallest become one, since more can't be told apart. Medians and shares have no sum; the
 * rest of those is left to the table, of durations the shortest.
 */
export function foldSeries(data: ChartData, most: number): ChartData {
  if (data.series.length <= most) return data
  const hasSum = isAdditive(data)
  const size = ({ total, count }: ChartSeries) => (data.unit === 'seconds' ? (total ?? 0) : count)
  const named = data.series.filter(({ key }) => key !== seriesKeys.others)
  const largest = new Set(named.toSorted((a, b) => size(b) - size(a)).slice(0, hasSum ? most - 1 : most))
  const kept = data.series.filter((series) => largest.has(series))
  if (!hasSum) return { ...data, series: kept }
  const rest = data.series.filter((series) => !largest.has(series))
  return { ...data, series: [...kept, sumOf(rest, data.buckets.length)] }
}

function sumOf(rest: readonly ChartSeries[], length: number): ChartSeries {
  const at = (place: number) => rest.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)
  const countsAt = (place: number) => rest.reduce((sum, { counts }) => sum + (counts[place] ?? 0), 0)
  const places = Array.from({ length }, (_, place) => place)
  return {
    key: seriesKeys.others,
    label: 'Others',
    values: places.map(at),
    counts: places.map(countsAt),
    total: rest.reduce((sum, { total }) => sum + (total ?? 0), 0),
    count: rest.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Over all series and intervals; null where that can't be told from them. */
export function grandTotal(data: ChartData): number | null {
  if (isAdditive(data)) return data.series.reduce((sum, { total }) => sum + (total ?? 0), 0)
  return data.series.length === 1 ? (data.series[0]?.total ?? null) : null
}
