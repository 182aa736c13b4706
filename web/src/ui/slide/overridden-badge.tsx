import type { Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import { UserCheck } from '../frame/icons.ts'
import { overriddenWords } from '../text/qc-words.ts'

/** Who decided otherwise than quality control; shortened where there is no room for the whole name. */
export function OverriddenBadge({ by }: { by: Slide['qc_overridden_by'] }) {
  const { alone, by: before } = overriddenWords
  return (
    <Box
      component="span"
      title={by ? `${before} ${by.name}` : alone}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        minWidth: 0,
        maxWidth: '100%',
        typography: 'caption',
        fontWeight: 600,
        color: 'text.primary',
        '& svg': { color: 'tokens.info' },
      }}
    >
      <UserCheck size={14} aria-hidden style={{ flexShrink: 0 }} />
      <Box
        component="span"
        sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {by ? (
          <>
            {before} <bdi>{by.name}</bdi>
          </>
        ) : (
          alone
        )}
      </Box>
    </Box>
  )
}
