import { seriesKeys } from '@cresyl/contract/reports/analytics'
import type { ChartData } from '../model/chart-data.ts'
import type { ChartId, Shape } from '../model/charts.ts'
import type { Place } from '../model/report.ts'
import { beforePrefix } from './chart-option.ts'
import { slicesOf } from './whole-option.ts'

/** What lies behind the part of a chart that was clicked on; null where nothing does. */
export function placeOf(
  chart: ChartId,
  shape: Shape,
  data: ChartData,
  { seriesId, at }: { seriesId: string; at: number },
): Place | null {
  if (seriesId.startsWith(beforePrefix)) return null
  if (shape === 'pie' || shape === 'bar') {
    const series = (shape === 'pie' ? slicesOf(data) : data.series)[at]
    return series && leads(series, series.count) ? { chart, series: series.key, start: null } : null
  }
  const series = data.series.find(({ key }) => key === seriesId)
  const bucket = data.buckets[at]
  if (!series || !bucket || !leads(series, series.counts[at] ?? 0)) return null
  return { chart, series: series.key, start: bucket.start }
}

/** The rest of many series has no list, and of nothing there is nothing to see. */
export function leads({ key }: { key: string }, count: number): boolean {
  return key !== seriesKeys.others && count > 0
}
