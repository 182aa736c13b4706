import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Fragment, useId } from 'react'
import { type KeyGroup, keyGroups, listedKeys } from '../../../engine/viewer/input/keys.ts'
import { useNarrow } from '../../../ui/frame/use-narrow.ts'
import { words } from './words.ts'

const groups = Object.keys(keyGroups) as KeyGroup[]

/** Every key of the viewer, as the one table says it. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  const narrow = useNarrow('sm')
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={narrow} onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{words.shortcuts.title}</DialogTitle>
      <DialogContent tabIndex={0}>
        <Box sx={{ columns: { xs: 1, md: 2 }, columnGap: 10 }}>
          {groups.map((group) => (
            <KeyList key={group} group={group} />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {words.shortcuts.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function KeyList({ group }: { group: KeyGroup }) {
  return (
    <Box component="section" sx={{ mb: 5, breakInside: 'avoid' }}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {keyGroups[group]}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1, columnGap: 4 }}
      >
        {listedKeys(group).map(({ words: what, shown }) => (
          <Fragment key={`${shown} ${what}`}>
            <Box component="dt">{what}</Box>
            <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
              <Key>{shown}</Key>
            </Box>
          </Fragment>
        ))}
      </Box>
    </Box>
  )
}

const Key = styled('kbd')(({ theme }) => ({
  fontFamily: 'inherit',
  fontSize: '0.75rem',
  padding: '1px 6px',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 4,
  background: theme.palette.background.default,
  whiteSpace: 'nowrap',
}))
