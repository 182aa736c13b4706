import { measureOf, type QcLimits, type QcMeasureKey } from '@cresyl/contract/qc/qc-measures'
import type { QcVerdict } from '@cresyl/contract/qc/qc-verdict'

/** A stretch of the bar where a value would be judged like this; from 0 to 1. */
export interface Zone {
  readonly verdict: QcVerdict
  readonly from: number
  readonly to: number
}

export interface BarScale {
  /** From left to right, without gaps. */
  readonly zones: readonly Zone[]
  /** Where the value stands; null where there is none. */
  readonly value: number | null
}

/** How much the bar has beyond the last of what it shows. */
const air = 1.25
/** Where values end by what they are. */
const ends: readonly [unit: RegExp, end: number][] = [
  [/^%/, 100],
  [/^of 255$/, 255],
]

/** A bar from 0 to a little beyond what there is to show. */
export function barScale(
  key: QcMeasureKey,
  value: number | null,
  { warn, fail }: Pick<QcLimits, 'warn' | 'fail'>,
): BarScale {
  const { unit, worse } = measureOf(key)
  const shown = [value, warn, fail].filter((each) => each !== null)
  const end = ends.find(([pattern]) => pattern.test(unit))?.[1] ?? Number.POSITIVE_INFINITY
  const top = Math.min(Math.max(...shown, 0) * air, end) || 1
  const place = (each: number) => Math.min(Math.max(each / top, 0), 1)
  const edges = worse === 'high' ? risingEdges(warn, fail) : fallingEdges(warn, fail)
  const zones = edges.map(({ verdict, from }, index): Zone => {
    const next = edges[index + 1]
    return { verdict, from: place(from), to: next === undefined ? 1 : place(next.from) }
  })
  return { zones: zones.filter(({ from, to }) => to > from), value: value === null ? null : place(value) }
}

interface Edge {
  readonly verdict: QcVerdict
  readonly from: number
}

function risingEdges(warn: number | null, fail: number | null): Edge[] {
  const edges: Edge[] = [{ verdict: 'passed', from: 0 }]
  if (warn !== null && (fail === null || warn < fail)) edges.push({ verdict: 'warned', from: warn })
  if (fail !== null) edges.push({ verdict: 'failed', from: fail })
  return edges
}

function fallingEdges(warn: number | null, fail: number | null): Edge[] {
  const edges: Edge[] = []
  if (fail !== null) edges.push({ verdict: 'failed', from: 0 })
  if (warn !== null && (fail === null || warn > fail)) edges.push({ verdict: 'warned', from: fail ?? 0 })
  return [...edges, { verdict: 'passed', from: Math.max(warn ?? 0, fail ?? 0) }]
}
