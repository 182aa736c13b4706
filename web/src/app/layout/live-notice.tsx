import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useSaveStatus } from '../../features/viewer/annotations-panel/outbox-context.ts'
import { useLiveState } from '../../lib/live/live-context.tsx'
import { RefreshCw } from '../../ui/icons.ts'
import { words } from '../words.ts'

/** Says that what is on the screen doesn't follow the changes of others for the moment. */
export function LiveNotice() {
  const isOffline = useLiveState() === 'offline'
  const { unsent } = useSaveStatus()
  return (
    <Box role="status" sx={{ minWidth: 0 }}>
      {isOffline && (
        <Tooltip title={words.live.reason}>
          <Box tabIndex={0} sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'tokens.warn' }}>
            <RefreshCw size={16} aria-hidden style={{ flexShrink: 0 }} />
            <Typography
              variant="body2"
              noWrap
              sx={(theme) => ({
                [theme.breakpoints.down('sm')]: { position: 'absolute', clipPath: 'inset(50%)' },
              })}
            >
              {words.live.offline}
              {unsent > 0 && ` · ${words.live.notSaved(unsent)}`}
            </Typography>
          </Box>
        </Tooltip>
      )}
    </Box>
  )
}
