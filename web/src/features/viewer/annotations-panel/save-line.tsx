import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { CircleCheck, Loader, TriangleAlert, WifiOff } from '../../../ui/frame/icons.ts'
import { ConflictDialog } from './conflict/conflict-dialog.tsx'
import { useOutbox, useSaveStatus } from './outbox-context.ts'
import { words } from './words.ts'

/** Whether all is saved, in words; what could not be is a step away. Who may change nothing is told nothing. */
export function SaveLine({ maySave }: { maySave: boolean }) {
  const outbox = useOutbox()
  const { state, unsent, problems } = useSaveStatus()
  const [isLooking, setLooking] = useState(false)
  const Icon = state === 'saved' ? CircleCheck : state === 'saving' ? Loader : WifiOff
  const text =
    state === 'waiting'
      ? words.waiting(unsent)
      : state === 'signed-out'
        ? words.signedOut(unsent)
        : words[state]
  const tone = state === 'saved' ? 'tokens.pass' : state === 'saving' ? 'text.secondary' : 'tokens.warn'
  if (!maySave && state === 'saved' && problems.length === 0) return <div />
  // What isn't saved stays in sight, however far one has scrolled.
  const isSticky = state === 'waiting' || state === 'signed-out' || problems.length > 0
  return (
    <Box
      sx={{
        px: 4,
        pt: 4,
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        ...(isSticky && {
          position: 'sticky',
          top: 0,
          zIndex: 2,
          py: 2,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }),
      }}
    >
      {(state !== 'saved' || problems.length === 0) && (
        <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 2, color: tone }}>
          <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
          <Typography variant="body2">{text}</Typography>
          {state === 'waiting' && (
            <Button size="small" onClick={outbox.hurry} sx={{ flexShrink: 0 }}>
              {words.tryNow}
            </Button>
          )}
        </Box>
      )}
      {problems.length > 0 && (
        <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'tokens.fail' }}>
          <TriangleAlert size={16} aria-hidden style={{ flexShrink: 0 }} />
          <Typography variant="body2" sx={{ flex: 1 }}>
            {words.problems(problems.length)}
          </Typography>
          <Button size="small" variant="outlined" onClick={() => setLooking(true)}>
            {words.look}
          </Button>
        </Box>
      )}
      {isLooking && problems[0] && (
        <ConflictDialog key={problems[0].entry.id} problem={problems[0]} onClose={() => setLooking(false)} />
      )}
    </Box>
  )
}
