import { seriesKeys } from '@cresyl/contract/reports/analytics'
import { currentLocale } from '../../../ui/text/locale.ts'
import { words } from '../words.ts'
import { type ChartData, type ChartSeries, grandTotal, isAdditive, isEmpty } from './chart-data.ts'
import { isOfWhole, type Shape } from './charts.ts'
import { formatValue, fullLabel } from './format.ts'

const own = words.summary
const mostNamed = 3

/** A chart in a few sentences: how much there is, when most, of what, and how it was before. */
export function summarise(
  shape: Shape,
  data: ChartData,
  before: ChartData | null,
  locale = currentLocale(),
): string {
  if (isEmpty(data)) return own.nothing
  // What counts in several bars has no sum, nor have medians and shares.
  const isSummed = shape !== 'bar' && isAdditive(data)
  const total = isSummed ? grandTotal(data) : null
  const earlier = before && isSummed ? grandTotal(before) : null
  const show = (value: number | null) => formatValue(data.unit, value, locale)
  const isLevel = shape === 'area'
  const peak = isAdditive(data) && !isOfWhole(shape) && !isLevel ? peakOf(data) : null
  return [
    total !== null && !isLevel && own.total(show(total)),
    isLevel && own.level(show(data.series[0]?.values.at(-1) ?? null)),
    peak && own.most(show(peak.value), fullLabel(peak.bucket, data.interval, data.zone, locale)),
    (data.series.length > 1 || total === null) &&
      own.groups(largest(data.series).map(({ label, total: part }) => `${label}: ${show(part)}`)),
    typeof earlier === 'number' && !isLevel && own.before(show(earlier)),
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ')
}

/** The interval in which there was most; null where there is only one. */
function peakOf({ buckets, series }: ChartData) {
  const sums = buckets.map((bucket, at) => ({
    bucket,
    value: series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  }))
  return sums.length < 2 ? null : sums.reduce((best, each) => (each.value > best.value ? each : best))
}

/** By their names; what is counted together has none. */
function largest(series: readonly ChartSeries[]): readonly ChartSeries[] {
  return series
    .filter(({ key, count }) => count > 0 && key !== seriesKeys.others)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostNamed)
}
