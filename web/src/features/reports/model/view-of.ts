import type { Analytics } from '@cresyl/contract/reports/analytics'
import { type ChartData, chartData, withoutEmpty } from './chart-data.ts'
import { type ChartId, chartOf } from './charts.ts'
import type { SourceId } from './sources.ts'

/** What is shown of a chart; null until all of its replies are there. */
export interface ChartContent {
  data: ChartData
  before: ChartData | null
}

type Known = (id: SourceId) => Analytics | undefined

export function contentOf(id: ChartId, now: Known, before: Known | null): ChartContent | null {
  const data = madeOf(id, now)
  if (data === null) return null
  const earlier = before && madeOf(id, before)
  return { data: withoutEmpty(data, earlier), before: earlier && withoutEmpty(earlier, data) }
}

function madeOf(id: ChartId, known: Known): ChartData | null {
  const { sources, make } = chartOf(id)
  const replies = sources.flatMap((source) => known(source) ?? [])
  const [first] = replies
  if (first === undefined || replies.length < sources.length) return null
  return chartData(make ? make(replies) : first)
}
