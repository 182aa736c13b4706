import type { Slide } from '@cresyl/contract/slides'
import { StateChip } from '../../../ui/state-chip.tsx'
import { words } from '../words.ts'
import { qcLooks } from './slide-looks.ts'

/** How quality control went; nothing where it never ran. */
export function QcChip({ slide }: { slide: Pick<Slide, 'qc_state' | 'qc_overridden'> }) {
  const look = qcLooks[slide.qc_state]
  if (!look) return null
  return (
    <span title={words.qcTitle(slide.qc_state, slide.qc_overridden)}>
      <StateChip {...look} label={words.qc[slide.qc_state]} />
    </span>
  )
}
