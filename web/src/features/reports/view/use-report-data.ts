import { useMemo } from 'react'
import { type ChartId, chartIds, chartOf } from '../model/charts.ts'
import { figureSources } from '../model/key-figures.ts'
import { intervalOf, type Report } from '../model/report.ts'
import type { Question, SourceId } from '../model/sources.ts'
import { type ChartContent, contentOf } from '../model/view-of.ts'
import { addDays, type Day } from '../period/days.ts'
import { type Span, spanBefore, spanOf } from '../period/period.ts'
import { type Replies, useLiveReport, useReplies } from '../queries.ts'

/** Of a chart: what is shown, whether it is still the one before, what went wrong, and how to try again. */
export interface ChartState {
  content: ChartContent | null
  isOld: boolean
  error: Error | null
  retry: () => void
}

export interface ReportData {
  now: Replies
  before: Replies
  span: Span
  spanBefore: Span
  charts: ReadonlyMap<ChartId, ChartState>
}

/** Everything a report shows, as far as it is there. */
export function useReportData(report: Report, today: Day): ReportData {
  useLiveReport()
  const span = spanOf(report.period, today)
  const earlier = spanBefore(report.period, today)
  const questionOf = ({ first, last }: Span): Question => ({
    from: first,
    to: addDays(last, 1),
    interval: intervalOf(report, today),
    filters: report.filters,
    slidesBy: report.slidesBy,
  })
  const now = useReplies(questionOf(span), everything)
  // How the key figures have changed is always told; all of it only to who asks.
  const before = useReplies(questionOf(earlier), report.compare ? everything : ofFigures)
  const { compare } = report
  const charts = useMemo(
    () => new Map(chartIds.map((id) => [id, stateOf(id, now, compare ? before : null)])),
    [now, before, compare],
  )
  return { now, before, span, spanBefore: earlier, charts }
}

const everything = () => true
const ofFigures = (id: SourceId) => figureSources.has(id)

function stateOf(id: ChartId, now: Replies, before: Replies | null): ChartState {
  const { sources } = chartOf(id)
  const replies = sources.flatMap((source) => [now.get(source) ?? [], before?.get(source) ?? []].flat())
  const failed = replies.filter(({ error }) => error !== null)
  return {
    content: contentOf(
      id,
      (source) => now.get(source)?.data,
      before && ((source) => before.get(source)?.data),
    ),
    isOld: replies.some(({ isOld }) => isOld),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) refetch()
    },
  }
}
