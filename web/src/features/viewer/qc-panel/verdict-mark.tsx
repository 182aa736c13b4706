import type { QcVerdict } from '@cresyl/contract/qc-verdict'
import Box from '@mui/material/Box'
import { CircleSlash } from '../../../ui/icons.ts'
import { qcLooks } from '../../../ui/qc-looks.ts'
import { words } from './words.ts'

/** A verdict as icon and word. */
export function VerdictMark({ verdict }: { verdict: QcVerdict | null }) {
  const { icon: Icon, tone } =
    verdict === null ? ({ icon: CircleSlash, tone: 'muted' } as const) : qcLooks[verdict]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        flexShrink: 0,
        minWidth: 76,
        typography: 'body2',
        // The word is read on any ground: also on that of what is chosen, where colours are too pale.
        '& svg': { color: `tokens.${tone}` },
      }}
    >
      <Icon size={14} aria-hidden />
      {verdict === null ? words.noVerdict : words.verdicts[verdict]}
    </Box>
  )
}
