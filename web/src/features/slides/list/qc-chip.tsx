import type { Slide } from '@cresyl/contract/slides/slides'
import { Link } from 'react-router'
import { qcAddress } from '../../../ui/slide/qc-address.ts'
import { qcLooks } from '../../../ui/slide/qc-looks.ts'
import { StateChip } from '../../../ui/state/state-chip.tsx'
import { qcSentence, qcWords } from '../../../ui/text/qc-words.ts'

/** How quality control went, and the way to what it found; nothing where it never ran. */
export function QcChip({ slide }: { slide: Slide }) {
  const look = qcLooks[slide.qc_state]
  if (!look) return null
  return (
    <Link
      to={qcAddress(slide.id)}
      className="qc"
      // The arrow keys go from slide to slide.
      tabIndex={-1}
      draggable={false}
      title={qcSentence(slide)}
    >
      <StateChip {...look} label={qcWords[slide.qc_state]} />
    </Link>
  )
}
