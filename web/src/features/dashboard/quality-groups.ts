import type { Dashboard } from '@cresyl/contract/lab/dashboard'
import type { QcState } from '@cresyl/contract/slides/slides'

/** States that are told together, by the first of them. */
const groups = [
  { states: ['failed'], isAlways: true },
  { states: ['warned'], isAlways: true },
  { states: ['passed'], isAlways: true },
  { states: ['running', 'queued'], isAlways: false },
  { states: ['error'], isAlways: false },
  { states: ['cancelled'], isAlways: false },
  { states: ['none'], isAlways: false },
] as const satisfies readonly { states: readonly QcState[]; isAlways: boolean }[]

export interface QualityGroup {
  readonly states: readonly [QcState, ...QcState[]]
  readonly count: number
}

/** What there is to tell; nothing where no slide was ever checked. */
export function qualityGroups(counts: Dashboard['qc_counts']): QualityGroup[] {
  const all = groups.map(({ states, isAlways }) => ({
    states,
    isAlways,
    count: states.reduce((sum, state) => sum + counts[state], 0),
  }))
  if (all.every(({ states, count }) => count === 0 || states[0] === 'none')) return []
  return all
    .filter(({ count, isAlways }) => count > 0 || isAlways)
    .map(({ states, count }) => ({ states, count }))
}
