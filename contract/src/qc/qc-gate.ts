import type { QcState } from '../slides/slides.ts'

/** What quality control says to a predictor that wants to run. */
export type QcGate = 'check_first' | 'wait' | 'go' | 'blocked'

const gates: Record<QcState, QcGate> = {
  none: 'check_first',
  cancelled: 'check_first',
  queued: 'wait',
  running: 'wait',
  passed: 'go',
  warned: 'go',
  failed: 'blocked',
  error: 'blocked',
}

/** Whoever overrides takes the decision over, whatever was found or not found. */
export function qcGate({ qc_state, qc_overridden }: { qc_state: QcState; qc_overridden: boolean }): QcGate {
  const gate = gates[qc_state]
  return gate === 'blocked' && qc_overridden ? 'go' : gate
}
