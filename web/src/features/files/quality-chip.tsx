import type { File } from '@cresyl/contract/files/files'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { qcAddress } from '../../ui/slide/qc-address.ts'
import { qcLooks } from '../../ui/slide/qc-looks.ts'
import { StateChip } from '../../ui/state/state-chip.tsx'
import { words } from './words.ts'

/** What quality control found wrong with the slide of a file, and the way to it; nothing where all is well. */
export function QualityChip({ file: { slide_id: slideId, qc_state: state } }: { file: File }) {
  if (slideId === null || (state !== 'warned' && state !== 'failed' && state !== 'error')) return null
  return (
    <Link component={RouterLink} to={qcAddress(slideId)} underline="none" title={words.quality.see}>
      <StateChip {...qcLooks[state]} label={words.quality[state]} />
    </Link>
  )
}
