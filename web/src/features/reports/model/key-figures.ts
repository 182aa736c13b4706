import type { Analytics } from '@cresyl/contract/reports/analytics'
import type { Unit } from './chart-data.ts'
import type { ChartId } from './charts.ts'
import type { SourceId } from './sources.ts'

interface FigureDefinition {
  source: SourceId
  unit: Unit
  /** Where it is shown over time. */
  chart: ChartId
  /** Whether more of it is good news; null where it is neither. */
  moreIsBetter: boolean | null
  read: (reply: Analytics) => number | null
}

/** What stands on top. */
export const keyFigures = {
  slides: { source: 'slides', unit: 'count', chart: 'slides', moreIsBetter: null, read: sumOf },
  uploaded: { source: 'uploadBytes', unit: 'bytes', chart: 'uploads', moreIsBetter: null, read: sumOf },
  passed: { source: 'verdicts', unit: 'share', chart: 'verdicts', moreIsBetter: true, read: passedShare },
  runs: { source: 'runs', unit: 'count', chart: 'runs', moreIsBetter: null, read: sumOf },
  downloads: { source: 'downloads', unit: 'count', chart: 'downloads', moreIsBetter: null, read: sumOf },
  turnaround: {
    source: 'verdictMedian',
    unit: 'seconds',
    chart: 'turnaround',
    moreIsBetter: false,
    read: ({ totals }) => Object.values(totals)[0] ?? null,
  },
  overrides: { source: 'overrides', unit: 'count', chart: 'overrides', moreIsBetter: false, read: sumOf },
} as const satisfies Record<string, FigureDefinition>

export type FigureId = keyof typeof keyFigures
export const figureIds = Object.keys(keyFigures) as readonly FigureId[]

export function figureOf(id: FigureId): FigureDefinition {
  return keyFigures[id]
}

/** What must be known of the period before to tell how figures have changed. */
export const figureSources: ReadonlySet<SourceId> = new Set(figureIds.map((id) => keyFigures[id].source))

function sumOf({ totals }: Analytics): number {
  return Object.values(totals).reduce<number>((sum, total) => sum + (total ?? 0), 0)
}

function passedShare(reply: Analytics): number | null {
  const all = sumOf(reply)
  return all === 0 ? null : (reply.totals.passed ?? 0) / all
}
