import { type Analytics, seriesKeys } from '@cresyl/contract/reports/analytics'
import type { Work } from '../work.ts'
import { type Cell, selectCells } from './cells.ts'
import type { Counted, Way } from './counted.ts'
import { labelsOf } from './labels.ts'
import { findPeriod, type Period, refuse } from './period.ts'
import type { AnalyticsQuery } from './query.ts'

/** Counts by intervals of the organisation's time zone. Every series has a point for every one of them. */
export async function countOverTime(
  { tx, now }: Work,
  counted: Counted,
  query: AnalyticsQuery,
): Promise<Analytics> {
  const { group_by: group } = query
  if (group !== 'none' && counted.source.columns[group] === undefined) {
    const known = ['none', ...Object.keys(counted.source.columns)].join(', ')
    refuse('group_by', `This can't be grouped by ${group}. Choose one of ${known}.`)
  }
  const period = await findPeriod(tx, query, now)
  const { cells, keys, others } = await selectCells(tx, counted, query, period)
  const fixed = group === 'none' ? [seriesKeys.all] : counted.source.values?.[group]
  const shown = fixed ?? keys
  const label = await labelsOf(tx, group, shown)
  const series = [
    ...shown.map((key) => ({ key, label: label(key) })),
    ...(others > 0 ? [{ key: seriesKeys.others, label: `${others} others` }] : []),
  ].map((each) => ({ ...each, ...seriesOf(counted.way, cells.get(each.key) ?? [], period) }))
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    interval: period.interval,
    time_zone: period.timeZone,
    unit: counted.unit,
    series: series.map(({ key, label, points }) => ({ key, label, points })),
    totals: Object.fromEntries(series.map(({ key, total }) => [key, total])),
  }
}

type Points = Analytics['series'][number]['points']

/** A point for every interval, and what there is of all of them. */
function seriesOf(
  way: Way,
  cells: readonly Cell[],
  { starts }: Period,
): { points: Points; total: number | null } {
  const at = new Map(cells.map((cell) => [cell.bucket, cell]))
  let [count, sum] = way === 'running' ? partsOf(at.get(0)) : [0, 0]
  const points = starts.map((start, index) => {
    const cell = at.get(index + 1)
    const [rows, value] = partsOf(cell)
    count += rows
    sum += value
    return {
      start: start.toISOString(),
      ...(way === 'running' ? { value: sum, count } : { value: pointOf(way, rows, value), count: rows }),
    }
  })
  const whole = at.get(null)
  return { points, total: whole ? whole.value : typeof way === 'number' ? null : pointOf(way, count, sum) }
}

const partsOf = (cell: Cell | undefined): [number, number] => [cell?.count ?? 0, cell?.value ?? 0]

function pointOf(way: Way, count: number, value: number): number | null {
  if (way === 'count') return count
  if (way === 'sum' || way === 'running') return value
  if (count === 0) return null
  return way === 'mean' ? value / count : value
}
