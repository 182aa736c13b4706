import type { QcVerdict } from '@cresyl/contract/qc-verdict'
import Box from '@mui/material/Box'
import { CircleSlash } from '../../../ui/icons.ts'
import { qcLooks } from '../../../ui/qc-looks.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { words } from './words.ts'

/** A verdict as icon and word; what passed needs no word, so that the others are found at once. */
export function VerdictMark({ verdict }: { verdict: QcVerdict | null }) {
  const { icon: Icon, tone } =
    verdict === null ? ({ icon: CircleSlash, tone: 'muted' } as const) : qcLooks[verdict]
  const word = verdict === null ? words.noVerdict : words.verdicts[verdict]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        flexShrink: 0,
        position: 'relative',
        typography: 'body2',
        // The word is read on any ground: also on that of what is chosen, where colours are too pale.
        '& svg': { color: `tokens.${tone}` },
      }}
    >
      <Icon size={14} aria-hidden />
      {verdict === 'passed' ? <VisuallyHidden>{word}</VisuallyHidden> : word}
    </Box>
  )
}
