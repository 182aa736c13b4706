import type { QcState, Slide } from '@cresyl/contract/slides'
import type { LucideIcon } from 'lucide-react'
import { CircleCheck, CircleSlash, CircleX, Clock, Loader, TriangleAlert } from '../../../ui/icons.ts'
import type { StateTone } from '../../../ui/state-chip.tsx'
import { words } from '../words.ts'

/** Not checked is how every slide begins: nothing to point out. */
export const qcLooks: Record<QcState, { icon: LucideIcon; tone: StateTone } | null> = {
  none: null,
  queued: { icon: Clock, tone: 'muted' },
  running: { icon: Loader, tone: 'info' },
  passed: { icon: CircleCheck, tone: 'pass' },
  warned: { icon: TriangleAlert, tone: 'warn' },
  failed: { icon: CircleX, tone: 'fail' },
  error: { icon: CircleX, tone: 'fail' },
  cancelled: { icon: CircleSlash, tone: 'muted' },
}

export function tissueName(tissue: Slide['tissue']): string | null {
  return tissue && `${tissue.organ} · ${tissue.species}`
}

/** "Liver · H&E": what is known of it. */
export function tissueAndStain({ tissue, stainer }: Pick<Slide, 'tissue' | 'stainer'>): string {
  const known = [tissue && `${tissue.organ} (${tissue.species})`, stainer?.stain_type]
  return known.filter(Boolean).join(' · ') || words.list.nothingKnown
}
