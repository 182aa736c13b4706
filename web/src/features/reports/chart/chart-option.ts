import type { BarSeriesOption, LineSeriesOption, PieSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import type {
  AriaComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
} from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { longestMotion } from '../../../ui/frame/theme.ts'
import type { Unit } from '../model/chart-data.ts'
import { formatShort, formatValue } from '../model/format.ts'
import { words } from '../words.ts'
import { axisSteps } from './axis-steps.ts'
import type { Look } from './look.ts'

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | ScatterSeriesOption
  | AriaComponentOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
>

/** Begins the ids of series of the period before: they lead nowhere. */
export const beforePrefix = 'before:'

/** What all charts have: letters, patterns for who can't tell colours apart, words for who can't see, no long motion. */
export function commonOption(look: Look, summary: string): ChartOption {
  const { tokens } = look
  return {
    animation: look.moving,
    animationDuration: longestMotion,
    animationDurationUpdate: longestMotion,
    textStyle: { fontFamily: look.fontFamily, color: tokens.text, fontSize: 12 },
    aria: {
      enabled: true,
      label: { enabled: true, description: summary },
      decal: { show: true, decals: decals(look) },
    },
    tooltip: {
      confine: true,
      backgroundColor: tokens.raised,
      borderColor: tokens.border,
      textStyle: { color: tokens.text, fontFamily: look.fontFamily, fontSize: 12 },
      extraCssText: 'border-radius: 8px; max-width: min(420px, 90vw); white-space: normal;',
    },
  }
}

/** Fine enough to leave colours what they are; the first series is plain. */
function decals({ mode }: Look) {
  const color = mode === 'light' ? 'rgb(255 255 255 / 0.45)' : 'rgb(20 17 24 / 0.4)'
  const line = (rotation: number, gap: number) => ({
    color,
    symbol: 'rect',
    symbolSize: 1,
    dashArrayX: [1, 0],
    dashArrayY: [2, gap],
    rotation,
  })
  const dots = {
    color,
    symbol: 'circle',
    symbolSize: 0.7,
    dashArrayX: [
      [5, 5],
      [0, 5, 5, 0],
    ],
    dashArrayY: [5, 0],
  }
  return [
    { symbol: 'none' },
    line(Math.PI / 4, 5),
    dots,
    line(-Math.PI / 4, 5),
    line(0, 4),
    line(Math.PI / 2, 4),
    line(Math.PI / 4, 9),
  ]
}

/**
 * Lines are told apart by their strokes as well: without an icon of its own each shows what it looks like. The days of
 * the period before are told elsewhere, and would take the room of the others.
 */
export function legendOf(
  look: Look,
  names: readonly string[],
  icon: 'roundRect' | undefined,
  beforeName: string,
): LegendComponentOption {
  return {
    show: names.length > 1,
    type: 'scroll',
    bottom: 0,
    left: 0,
    right: 0,
    data: [...names],
    formatter: (name: string) => (name === beforeName ? words.compare.short : name),
    ...(icon && { icon }),
    itemWidth: icon ? 14 : 28,
    itemHeight: 10,
    itemGap: 14,
    textStyle: { color: look.tokens.text, width: look.narrow ? 130 : 200, overflow: 'truncate' },
    pageTextStyle: { color: look.tokens.muted },
    pageIconColor: look.tokens.text,
    pageIconInactiveColor: look.tokens.border,
    pageIconSize: 12,
  }
}

/** An axis of values up to the highest: never below 0, whole numbers where things are counted. */
export function valueAxis(look: Look, unit: Unit, highest: number) {
  return {
    type: 'value' as const,
    min: 0,
    ...axisSteps(unit, highest),
    ...(unit === 'count' && { minInterval: 1 }),
    splitNumber: 4,
    axisLabel: {
      color: look.tokens.muted,
      hideOverlap: true,
      formatter: (value: number) => formatShort(unit, value, look.locale),
    },
    splitLine: { lineStyle: { color: look.tokens.border } },
  }
}

export function categoryAxis(look: Look, names: readonly string[]) {
  return {
    type: 'category' as const,
    data: [...names],
    axisLabel: { color: look.tokens.muted, hideOverlap: true },
    axisLine: { lineStyle: { color: look.tokens.outline } },
    // Over the edges of columns of nothing, which would cut it into pieces.
    z: 3,
    axisTick: { show: false },
  }
}

/** What a tooltip says of a value. */
export function valueFormatter(look: Look, unit: Unit) {
  return (value: unknown) => formatValue(unit, typeof value === 'number' ? value : null, look.locale)
}
