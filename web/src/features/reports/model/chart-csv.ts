import { type CsvValue, csvRow, csvStart } from '@cresyl/contract/api/csv'
import { dayIn } from '../period/zone.ts'
import { words } from '../words.ts'
import type { ChartData } from './chart-data.ts'
import { type ChartId, chartOf, isOfWhole } from './charts.ts'

const { columns, units, periods } = words.csv

/** One chart with both of its periods. */
export interface ChartSheet {
  id: ChartId
  data: ChartData
  before: ChartData | null
}

/**
 * All figures of charts, one a line, as they are: bytes, seconds and shares from 0 to 1, so that a spreadsheet can
 * calculate with them. Days are those of the organisation's time zone.
 */
export function chartsCsv(sheets: readonly ChartSheet[]): string {
  return [csvStart, csvRow(Object.values(columns)), ...sheets.flatMap(rowsOf)].join('')
}

function rowsOf({ id, data, before }: ChartSheet): string[] {
  return [...linesOf(id, data, periods.now), ...(before ? linesOf(id, before, periods.before) : [])].map(
    csvRow,
  )
}

function linesOf(id: ChartId, data: ChartData, period: string): CsvValue[][] {
  const { section, shape } = chartOf(id)
  const named = [words.sections[section].title, words.charts[id].title]
  const line = (label: string, from: string, to: string, value: number | null, count: number) => [
    ...named,
    label,
    period,
    dayIn(data.zone, new Date(from)),
    dayIn(data.zone, new Date(to)),
    units[data.unit],
    value,
    count,
  ]
  return data.series.flatMap(({ label, values, counts, total, count }) =>
    isOfWhole(shape)
      ? [line(label, data.from, data.to, total, count)]
      : data.buckets.map(({ from, to }, at) => line(label, from, to, values[at] ?? null, counts[at] ?? 0)),
  )
}
