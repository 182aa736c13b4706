import type { Analytics } from '@cresyl/contract/reports/analytics'
import { failureShares, turnarounds } from './derived.ts'
import type { SourceId } from './sources.ts'

export const sectionIds = ['uploads', 'slides', 'quality', 'inference', 'downloads', 'turnaround'] as const
export type SectionId = (typeof sectionIds)[number]

/** `column`, `line`, `area` and `scatter` are over time; `bar` and `pie` tell groups apart over the whole period. */
export type Shape = 'column' | 'line' | 'area' | 'scatter' | 'bar' | 'pie'

interface ChartDefinition {
  section: SectionId
  shape: Shape
  sources: readonly [SourceId, ...SourceId[]]
  /** What is drawn, where that isn't the reply as it is; the replies come in the order of `sources`. */
  make?: (replies: readonly Analytics[]) => Analytics
}

/** The charts of the report, in order. */
export const charts = {
  uploads: { section: 'uploads', shape: 'column', sources: ['uploads'] },
  storage: { section: 'uploads', shape: 'area', sources: ['storage'] },
  slides: { section: 'slides', shape: 'column', sources: ['slides'] },
  slideShares: { section: 'slides', shape: 'pie', sources: ['slides'] },
  verdicts: { section: 'quality', shape: 'column', sources: ['verdicts'] },
  failing: { section: 'quality', shape: 'bar', sources: ['failing'] },
  failureTrend: { section: 'quality', shape: 'line', sources: ['verdicts'], make: failureShares },
  checks: { section: 'quality', shape: 'pie', sources: ['checks'] },
  runs: { section: 'inference', shape: 'column', sources: ['runs'] },
  predictors: { section: 'inference', shape: 'bar', sources: ['predictors'] },
  durations: { section: 'inference', shape: 'scatter', sources: ['durations'] },
  success: { section: 'inference', shape: 'bar', sources: ['success'] },
  downloads: { section: 'downloads', shape: 'column', sources: ['downloads'] },
  runDownloads: { section: 'downloads', shape: 'column', sources: ['runDownloads'] },
  turnaround: {
    section: 'turnaround',
    shape: 'line',
    sources: ['verdictMedian', 'verdictSlowest', 'resultMedian'],
    make: turnarounds,
  },
  overrides: { section: 'turnaround', shape: 'column', sources: ['overrides'] },
} as const satisfies Record<string, ChartDefinition>

export type ChartId = keyof typeof charts
export const chartIds = Object.keys(charts) as readonly ChartId[]

export function chartOf(id: ChartId): ChartDefinition {
  return charts[id]
}

export function chartsOf(section: SectionId): readonly ChartId[] {
  return chartIds.filter((id) => charts[id].section === section)
}

/** Whether it is about the whole period at once rather than about its intervals. */
export function isOfWhole(shape: Shape): boolean {
  return shape === 'bar' || shape === 'pie'
}
