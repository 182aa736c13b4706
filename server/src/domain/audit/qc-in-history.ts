import type { SlideHistoryEntry } from '@cresyl/contract/slide-history'
import { type QcState, qcStates } from '@cresyl/contract/slides'

/** What a row of the audit log says of quality control; null where it is not about that. */
export function qcIn(event: string, details: Record<string, unknown>): SlideHistoryEntry['qc'] {
  if (!event.startsWith('qc_job.')) return null
  const { overridden, reason } = details
  return {
    state: stateIn(event, details),
    overridden: typeof overridden === 'boolean' ? overridden : null,
    reason: typeof reason === 'string' ? reason : null,
  }
}

function stateIn(event: string, { state, changes }: Record<string, unknown>): QcState | null {
  if (event === 'qc_job.created') return null
  const changed = new Map(Object.entries(changes ?? {})).get('state')
  const found = Array.isArray(changed) ? changed[1] : state
  return qcStates.find((each) => each === found) ?? null
}
