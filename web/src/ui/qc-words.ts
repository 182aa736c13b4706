import type { QcState } from '@cresyl/contract/slides'

export const qcWords = {
  none: 'Not checked',
  queued: 'QC waiting',
  running: 'QC running',
  passed: 'Passed',
  warned: 'Warning',
  failed: 'Failed',
  error: 'QC error',
  cancelled: 'QC cancelled',
} as const satisfies Record<QcState, string>
