import type { QcState } from '@cresyl/contract/slides/slides'
import type { LucideIcon } from 'lucide-react'
import { CircleCheck, CircleSlash, CircleX, Clock, Loader, TriangleAlert } from '../frame/icons.ts'
import type { StateTone } from '../state/state-chip.tsx'

export interface QcLook {
  readonly icon: LucideIcon
  readonly tone: StateTone
}

/** Not checked is how every slide begins: nothing to point out. */
export const qcLooks = {
  none: null,
  queued: { icon: Clock, tone: 'muted' },
  running: { icon: Loader, tone: 'info' },
  passed: { icon: CircleCheck, tone: 'pass' },
  warned: { icon: TriangleAlert, tone: 'warn' },
  failed: { icon: CircleX, tone: 'fail' },
  error: { icon: CircleX, tone: 'fail' },
  cancelled: { icon: CircleSlash, tone: 'muted' },
} as const satisfies Record<QcState, QcLook | null>
