import { type ChartData, type ChartSeries, isAdditive } from '../model/chart-data.ts'
import type { Shape } from '../model/charts.ts'
import { bucketLabel } from '../model/format.ts'
import { words } from '../words.ts'
import {
  beforePrefix,
  type ChartOption,
  categoryAxis,
  commonOption,
  legendOf,
  valueAxis,
  valueFormatter,
} from './chart-option.ts'
import { coloursOf } from './colours.ts'
import type { Look } from './look.ts'

/** Everything an option is made of. */
export interface Drawn {
  data: ChartData
  /** The period before, to compare with. */
  before: ChartData | null
  /** In words. */
  summary: string
  beforeName: string
}

type TimeShape = Exclude<Shape, 'bar' | 'pie'>

const symbols = ['circle', 'triangle', 'rect', 'diamond', 'pin', 'roundRect', 'arrow'] as const

/** Columns, lines, areas and points over time. */
export function timeOption(
  shape: TimeShape,
  { data, before, summary, beforeName }: Drawn,
  look: Look,
): ChartOption {
  const colours = coloursOf(
    data.series.map(({ key }) => key),
    look.tokens,
    look.mode,
  )
  const drawn = data.series.map((series, at) =>
    seriesOf(shape, series, colours.get(series.key) ?? '', at, look),
  )
  const dashed = before ? dashedLines(data, before, colours, beforeName, look) : []
  const names = [...data.series.map(({ label }) => label), ...dashed.map(({ name }) => name)]
  const common = commonOption(look, summary)
  return {
    ...common,
    tooltip: {
      ...common.tooltip,
      trigger: shape === 'scatter' ? 'item' : 'axis',
      axisPointer: { type: shape === 'column' ? 'shadow' : 'line' },
      valueFormatter: valueFormatter(look, data.unit),
    },
    legend: legendOf(
      look,
      names,
      shape === 'column' && dashed.length === 0 ? 'roundRect' : undefined,
      beforeName,
    ),
    grid: { left: 4, right: 12, top: 12, bottom: names.length > 1 ? 36 : 4, outerBoundsMode: 'same' },
    xAxis: timeAxis(shape, data, look),
    yAxis: valueAxis(
      look,
      data.unit,
      Math.max(highestOf(shape, data), before ? highestOf(shape, before) : 0),
    ),
    series: [...drawn, ...dashed],
  }
}

function timeAxis(shape: TimeShape, { buckets, interval, zone }: ChartData, look: Look) {
  const axis = categoryAxis(
    look,
    buckets.map((bucket) => bucketLabel(bucket, interval, zone, look.locale)),
  )
  const boundaryGap = shape === 'column' || shape === 'scatter' || buckets.length === 1
  // Lines begin and end at the edges: there, names stay beside those of the other axis and within the picture.
  const atEdges = {
    alignMinLabel: 'left',
    showMinLabel: true,
    alignMaxLabel: 'right',
    showMaxLabel: true,
  } as const
  return boundaryGap
    ? { ...axis, boundaryGap }
    : { ...axis, boundaryGap, axisLabel: { ...axis.axisLabel, ...atEdges } }
}

/** Columns stand on each other. */
function highestOf(shape: TimeShape, { buckets, series }: ChartData): number {
  const tops = buckets.map((_, at) => {
    const values = series.map(({ values: all }) => all[at] ?? 0)
    return shape === 'column' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)
  })
  return Math.max(0, ...tops)
}

function seriesOf(shape: TimeShape, series: ChartSeries, colour: string, at: number, look: Look) {
  const named = { id: series.key, name: series.label, data: [...series.values] }
  const symbol = symbols[at % symbols.length] ?? 'circle'
  switch (shape) {
    case 'column':
      return {
        ...named,
        type: 'bar' as const,
        stack: 'all',
        barMaxWidth: 36,
        cursor: 'pointer',
        itemStyle: { color: colour, borderColor: look.tokens.surface, borderWidth: 1 },
        emphasis: { focus: 'series' as const },
      }
    case 'scatter':
      return {
        ...named,
        type: 'scatter' as const,
        symbol,
        symbolSize: 11,
        cursor: 'pointer',
        itemStyle: { color: colour, borderColor: look.tokens.surface, borderWidth: 1 },
      }
    case 'line':
    case 'area':
      return {
        ...named,
        type: 'line' as const,
        symbol,
        // A single point is no line: without a mark it would not be seen.
        symbolSize: 7,
        showSymbol: true,
        cursor: 'pointer',
        connectNulls: true,
        lineStyle: { color: colour, width: 2 },
        itemStyle: { color: colour },
        ...(shape === 'area' && { areaStyle: { color: colour, opacity: 0.25 } }),
      }
  }
}

/** The period before, point by point under this one: what makes a sum as one line, all else as a line for each. */
function dashedLines(
  data: ChartData,
  before: ChartData,
  colours: ReadonlyMap<string, string>,
  name: string,
  look: Look,
) {
  const places = data.buckets.map((_, place) => place)
  const line = (key: string, label: string, values: readonly (number | null)[], color: string) => ({
    id: `${beforePrefix}${key}`,
    name: label,
    data: [...values],
    type: 'line' as const,
    symbol: 'emptyCircle',
    symbolSize: 5,
    connectNulls: true,
    lineStyle: { color, width: 2, type: 'dashed' as const },
    itemStyle: { color },
    z: 4,
  })
  if (isAdditive(data)) {
    const sums = places.map((place) =>
      place < before.buckets.length
        ? before.series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)
        : null,
    )
    return [line('all', name, sums, look.tokens.text)]
  }
  return before.series
    .filter(({ key }) => colours.has(key))
    .map(({ key, label, values }) =>
      line(
        key,
        data.series.length === 1 ? name : words.compare.of(label),
        places.map((place) => values[place] ?? null),
        colours.get(key) ?? look.tokens.text,
      ),
    )
}
