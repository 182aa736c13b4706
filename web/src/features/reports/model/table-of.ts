import { seriesKeys } from '@cresyl/contract/reports/analytics'
import { words } from '../words.ts'
import { type ChartData, type ChartSeries, grandTotal, isAdditive } from './chart-data.ts'
import { type ChartId, chartOf, isOfWhole } from './charts.ts'
import { formatChange, formatValue, fullLabel } from './format.ts'
import type { Place } from './report.ts'

export interface TableCell {
  key: string
  text: string
  /** The list behind it; null where there is none. */
  place: Place | null
  /** In full, for who only hears it. */
  name: string
}

export interface TableRow {
  key: string
  label: string
  cells: readonly TableCell[]
}

export interface FigureTable {
  columns: readonly { key: string; label: string }[]
  rows: readonly TableRow[]
}

const own = words.chart

/** A chart as a table: over time a row for each interval, else one for each group. */
export function tableOf(chart: ChartId, data: ChartData, before: ChartData | null): FigureTable {
  return isOfWhole(chartOf(chart).shape) ? groupTable(chart, data, before) : timeTable(chart, data, before)
}

function placeIn(chart: ChartId, { key }: ChartSeries, count: number, start: string | null): Place | null {
  return count > 0 && key !== seriesKeys.others ? { chart, series: key, start } : null
}

function groupTable(chart: ChartId, data: ChartData, before: ChartData | null): FigureTable {
  const show = (value: number | null) => formatValue(data.unit, value)
  const rows = data.series.toSorted((a, b) => (b.total ?? 0) - (a.total ?? 0))
  return {
    columns: [
      { key: 'group', label: own.group },
      { key: 'value', label: own.value },
      ...(before
        ? [
            { key: 'before', label: own.before },
            { key: 'change', label: own.change },
          ]
        : []),
    ],
    rows: rows.map((series) => {
      const { key, label, total, count } = series
      const earlier = before && (before.series.find((each) => each.key === key)?.total ?? 0)
      return {
        key,
        label,
        cells: [
          {
            key: 'value',
            text: show(total),
            place: placeIn(chart, series, count, null),
            name: `${label}: ${show(total)}`,
          },
          ...(earlier === null
            ? []
            : [
                plain('before', show(earlier)),
                plain('change', (total !== null && formatChange(total, earlier)) || ''),
              ]),
        ],
      }
    }),
  }
}

function timeTable(chart: ChartId, data: ChartData, before: ChartData | null): FigureTable {
  const show = (value: number | null) => formatValue(data.unit, value)
  // What is kept is not added up over time.
  const hasSum = isAdditive(data) && chartOf(chart).shape !== 'area'
  const showsAll = hasSum && data.series.length > 1
  const sumAt = (of: ChartData, at: number) =>
    of.series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)
  const beforeAt = (at: number) => {
    if (!before || at >= before.buckets.length) return null
    return hasSum ? sumAt(before, at) : (before.series[0]?.values[at] ?? null)
  }
  const showsBefore = before !== null && (hasSum || data.series.length === 1)
  const rows = data.buckets.map((bucket, at): TableRow => {
    const label = fullLabel(bucket, data.interval, data.zone)
    return {
      key: bucket.start,
      label,
      cells: [
        ...data.series.map((series) => {
          const text = show(series.values[at] ?? null)
          const place = placeIn(chart, series, series.counts[at] ?? 0, bucket.start)
          return { key: series.key, text, place, name: `${series.label}, ${label}: ${text}` }
        }),
        ...(showsAll ? [plain(' all', show(sumAt(data, at)))] : []),
        ...(showsBefore ? [plain(' before', show(beforeAt(at)))] : []),
      ],
    }
  })
  const whole: TableRow = {
    key: ' whole',
    label: own.whole,
    cells: [
      ...data.series.map((series) => {
        const text = show(series.total)
        return {
          key: series.key,
          text,
          place: placeIn(chart, series, series.count, null),
          name: `${series.label}, ${own.whole}: ${text}`,
        }
      }),
      ...(showsAll ? [plain(' all', show(grandTotal(data)))] : []),
      ...(showsBefore && before ? [plain(' before', show(grandTotal(before)))] : []),
    ],
  }
  return {
    columns: [
      { key: ' when', label: own.interval },
      ...data.series,
      ...(showsAll ? [{ key: ' all', label: own.total }] : []),
      ...(showsBefore ? [{ key: ' before', label: own.before }] : []),
    ],
    rows: chartOf(chart).shape === 'area' ? rows : [...rows, whole],
  }
}

function plain(key: string, text: string): TableCell {
  return { key, text, place: null, name: text }
}
