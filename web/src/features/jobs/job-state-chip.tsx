import type { Job } from '@cresyl/contract/operations/jobs'
import type { LucideIcon } from 'lucide-react'
import { CircleCheck, CircleSlash, CircleX, Clock, Loader, RotateCcw } from '../../ui/frame/icons.ts'
import { StateChip, type StateTone } from '../../ui/state/state-chip.tsx'
import { type Standing, standingOf } from './job-state.ts'
import { words } from './words.ts'

// Cancelled is what someone wanted: no failure.
const looks: Record<Standing, { icon: LucideIcon; tone: StateTone }> = {
  waiting: { icon: Clock, tone: 'muted' },
  again: { icon: RotateCcw, tone: 'warn' },
  running: { icon: Loader, tone: 'info' },
  cancelling: { icon: CircleSlash, tone: 'muted' },
  succeeded: { icon: CircleCheck, tone: 'pass' },
  failed: { icon: CircleX, tone: 'fail' },
  cancelled: { icon: CircleSlash, tone: 'muted' },
}

export function JobStateChip({ job }: { job: Job }) {
  const standing = standingOf(job)
  return <StateChip {...looks[standing]} label={words.standings[standing]} />
}
