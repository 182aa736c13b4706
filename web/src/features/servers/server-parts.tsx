import type { Server } from '@cresyl/contract/servers'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { LucideIcon } from 'lucide-react'
import { CircleCheck, CirclePause, Unplug } from '../../ui/icons.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateChip, type StateTone } from '../../ui/state-chip.tsx'
import { words } from './words.ts'

export function ServerName({ server }: { server: Server }) {
  return (
    <Typography noWrap title={server.name} sx={{ fontWeight: 600 }}>
      <bdi>{server.name}</bdi>
    </Typography>
  )
}

const looks: Record<Server['state'], { icon: LucideIcon; tone: StateTone }> = {
  active: { icon: CircleCheck, tone: 'pass' },
  draining: { icon: CirclePause, tone: 'warn' },
  gone: { icon: Unplug, tone: 'fail' },
}

export function ServerState({ server: { state, last_seen_at } }: { server: Server }) {
  return (
    <>
      <Tooltip title={words.stateHints[state]}>
        <Box component="span">
          <StateChip {...looks[state]} label={words.states[state]} />
        </Box>
      </Tooltip>
      {state === 'gone' && (
        <Typography variant="caption" color="textSecondary" sx={{ display: 'block', mt: 0.5 }}>
          {words.goneSince} <RelativeTime time={last_seen_at} />
        </Typography>
      )}
    </>
  )
}

export function Chips({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return words.none
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {texts.map((text) => (
        <Chip key={text} size="small" label={text} />
      ))}
    </Stack>
  )
}
