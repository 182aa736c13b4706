import { chartDefaults } from '@cresyl/contract/api/limits'
import { seriesKeys } from '@cresyl/contract/reports/analytics'
import { type ChartData, type ChartSeries, isAdditive } from '../model/chart-data.ts'
import { formatValue } from '../model/format.ts'
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
import type { Drawn } from './time-option.ts'

/** Groups of the whole period as bars, the largest on top; the period before as a bar under each. */
export function barOption(
  { data, before, summary, beforeName }: Drawn,
  look: Look,
  nowName: string,
): ChartOption {
  const common = commonOption(look, summary)
  const names = before ? [nowName, beforeName] : []
  const base = { type: 'bar' as const, barMaxWidth: 22 }
  const label = {
    show: true,
    position: 'right' as const,
    color: look.tokens.text,
    formatter: ({ value }: { value: unknown }) =>
      formatValue(data.unit, typeof value === 'number' ? value : null, look.locale),
  }
  return {
    ...common,
    tooltip: {
      ...common.tooltip,
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      valueFormatter: valueFormatter(look, data.unit),
    },
    legend: legendOf(look, names, 'roundRect', beforeName),
    grid: { left: 4, right: 56, top: 4, bottom: before ? 36 : 4, outerBoundsMode: 'same' },
    xAxis: valueAxis(
      look,
      data.unit,
      Math.max(0, ...[data, before].flatMap((each) => each?.series ?? []).map(({ total }) => total ?? 0)),
    ),
    yAxis: {
      ...categoryAxis(
        look,
        data.series.map(({ label: name }) => name),
      ),
      inverse: true,
      axisLabel: { color: look.tokens.text, width: look.narrow ? 96 : 160, overflow: 'truncate' },
    },
    series: [
      {
        ...base,
        id: 'now',
        name: nowName,
        data: data.series.map(({ total }) => total),
        cursor: 'pointer',
        itemStyle: { color: look.tokens.primary, borderRadius: [0, 4, 4, 0] },
        label,
      },
      ...(before
        ? [
            {
              ...base,
              id: `${beforePrefix}now`,
              name: beforeName,
              data: data.series.map(({ key }) => totalBefore(before, key, data.series)),
              itemStyle: { color: look.tokens.outline, borderRadius: [0, 4, 4, 0] },
              label: { ...label, color: look.tokens.muted },
            },
          ]
        : []),
    ],
  }
}

/** Of which there was nothing, a share or a median has no value. What is drawn as one is compared with as much. */
function totalBefore(
  before: ChartData,
  key: string,
  drawn: readonly Pick<ChartSeries, 'key'>[],
): number | null {
  if (key === seriesKeys.others && isAdditive(before)) {
    const named = new Set(drawn.map((series) => series.key).filter((each) => each !== key))
    return before.series.reduce((sum, series) => sum + (named.has(series.key) ? 0 : (series.total ?? 0)), 0)
  }
  const found = before.series.find((series) => series.key === key)
  return found ? found.total : isAdditive(before) ? 0 : null
}

/** What of it has a slice. */
export function slicesOf({ series }: ChartData): readonly ChartSeries[] {
  return series.filter(({ total }) => total !== null && total > 0)
}

/** Parts of the whole period. */
export function pieOption({ data, summary }: Drawn, look: Look): ChartOption {
  const colours = coloursOf(
    data.series.map(({ key }) => key),
    look.tokens,
    look.mode,
  )
  const common = commonOption(look, summary)
  return {
    ...common,
    tooltip: { ...common.tooltip, trigger: 'item', valueFormatter: valueFormatter(look, data.unit) },
    series: {
      type: 'pie',
      id: 'slices',
      radius: look.narrow ? '46%' : '60%',
      selectedMode: 'single',
      selectedOffset: chartDefaults.pieSliceOffset,
      cursor: 'pointer',
      itemStyle: { borderWidth: chartDefaults.borderWidth, borderColor: look.tokens.surface },
      labelLine: {
        length: chartDefaults.labelDistance,
        length2: look.narrow ? 4 : 10,
        lineStyle: { color: look.tokens.outline },
      },
      label: {
        color: look.tokens.text,
        lineHeight: 16,
        overflow: 'truncate',
        formatter: ({ name, percent }: { name: string; percent?: number }) =>
          `${name}\n${formatValue('share', (percent ?? 0) / 100, look.locale)}`,
      },
      data: slicesOf(data).map(({ key, label, total }) => ({
        id: key,
        name: label,
        value: total ?? 0,
        itemStyle: { color: colours.get(key) ?? look.tokens.primary },
      })),
    },
  }
}
