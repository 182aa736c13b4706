import type { Analytics } from '@cresyl/contract/reports/analytics'

type Series = Analytics['series'][number]

/** Of what was checked, which part was to be looked at and which failed. */
export function failureShares(replies: readonly Analytics[]): Analytics {
  const [verdicts] = given(replies)
  const sums = (verdicts.series[0]?.points ?? []).map((_, at) =>
    verdicts.series.reduce((sum, { points }) => sum + (points[at]?.count ?? 0), 0),
  )
  const all = sums.reduce((sum, each) => sum + each, 0)
  const shown = verdicts.series.filter(({ key }) => key === 'warned' || key === 'failed')
  return {
    ...verdicts,
    unit: 'share',
    series: shown.map((series) => ({
      ...series,
      points: series.points.map((point, at) => ({ ...point, value: share(point.count, sums[at] ?? 0) })),
    })),
    totals: Object.fromEntries(shown.map((series) => [series.key, share(countOf(series), all)])),
  }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

function countOf({ points }: Series): number {
  return points.reduce((sum, { count }) => sum + count, 0)
}

/** Lines of the turnaround, by their keys: the lists behind them differ. */
export const turnaroundKeys = { median: 'verdict', slowest: 'slowest', result: 'result' } as const

const turnaroundLabels: Record<string, string> = {
  [turnaroundKeys.median]: 'To the verdict, median',
  [turnaroundKeys.slowest]: 'To the verdict, 90th percentile',
  [turnaroundKeys.result]: 'To the result, median',
}

/** From upload to verdict (median, nine of ten) and to result, as lines of one chart. */
export function turnarounds(replies: readonly Analytics[]): Analytics {
  const [first] = given(replies)
  const lines = Object.values(turnaroundKeys).flatMap((key, at) => {
    const reply = replies[at]
    const [only] = reply?.series ?? []
    if (!reply || !only) return []
    return [
      {
        key,
        label: turnaroundLabels[key] ?? key,
        points: only.points,
        total: reply.totals[only.key] ?? null,
      },
    ]
  })
  return {
    ...first,
    series: lines.map(({ total: _total, ...series }) => series),
    totals: Object.fromEntries(lines.map(({ key, total }) => [key, total])),
  }
}

function given(replies: readonly Analytics[]): [Analytics] {
  const [first] = replies
  if (!first) throw new Error('A chart is made of at least one reply.')
  return [first]
}
