import { isolate } from '@cresyl/contract/api/isolate'
import type { QcState, Slide } from '@cresyl/contract/slides/slides'

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

const sentences = {
  none: 'The quality of this slide has not been checked.',
  queued: 'The quality check is waiting.',
  running: 'The quality is being checked.',
  passed: 'The quality check found nothing wrong.',
  warned: 'The quality check found something to review.',
  failed: 'The quality check found that this scan is not good enough to use.',
  error: 'The quality check could not be finished.',
  cancelled: 'The quality check was cancelled.',
} as const satisfies Record<QcState, string>

export type Checked = Pick<Slide, 'qc_state' | 'qc_overridden' | 'qc_overridden_by'>

/** What quality control says of a slide, and who decided otherwise. */
export function qcSentence({
  qc_state: state,
  qc_overridden: isOverridden,
  qc_overridden_by: by,
}: Checked): string {
  if (!isOverridden) return sentences[state]
  return `${sentences[state]} ${by ? `${overriddenWords.by} ${isolate(by.name)}` : overriddenWords.alone}.`
}

export const overriddenWords = {
  /** The name follows. */
  by: 'QC overridden by',
  /** Where whoever did it is not known any more. */
  alone: 'QC overridden',
} as const
