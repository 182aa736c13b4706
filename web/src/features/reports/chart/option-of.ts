import { type ChartData, foldSeries } from '../model/chart-data.ts'
import type { Shape } from '../model/charts.ts'
import type { ChartOption } from './chart-option.ts'
import type { Look } from './look.ts'
import { type Drawn, timeOption } from './time-option.ts'
import { barOption, pieOption } from './whole-option.ts'

/** As many series as can be told apart; bars have their names beside them, and points lie apart. */
const most: Record<Shape, number> = { column: 7, line: 7, area: 7, scatter: 10, bar: 12, pie: 7 }

/** What is drawn of the figures: the rest is in the table. Bars begin with the largest. */
export function drawnData(shape: Shape, data: ChartData): ChartData {
  const folded = foldSeries(data, most[shape])
  if (shape !== 'bar') return folded
  const size = (series: ChartData['series'][number]) => (series.key === 'others' ? -1 : (series.total ?? 0))
  return { ...folded, series: folded.series.toSorted((a, b) => size(b) - size(a)) }
}

export function optionOf(shape: Shape, drawn: Drawn & { nowName: string }, look: Look): ChartOption {
  switch (shape) {
    case 'bar':
      return barOption(drawn, look, drawn.nowName)
    case 'pie':
      return pieOption(drawn, look)
    default:
      return timeOption(shape, drawn, look)
  }
}

/** In pixels: bars need room for each of their names. */
export function heightOf(shape: Shape, data: ChartData, compared: boolean): number {
  if (shape !== 'bar') return 280
  const row = compared ? 42 : 34
  return Math.max(160, data.series.length * row + (compared ? 76 : 40))
}
