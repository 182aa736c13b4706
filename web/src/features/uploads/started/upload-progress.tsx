import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { Upload } from '../../../engine/uploads/upload.ts'
import { formatSpeed, formatTimeLeft } from '../../../ui/amounts.ts'
import { formatPercent } from '../../../ui/dates.ts'
import { words } from '../words.ts'
import { byteProgress, partProgress, shownState } from './upload-state.ts'

/** How far one file is: the bar by bytes, the figures by parts. */
export function UploadProgress({ upload }: { upload: Upload }) {
  const { name, partsSent, partCount, partsFailed } = upload
  const state = shownState(upload)
  // Before anything was measured there is nothing to tell.
  const moving = state === 'sending' && upload.bytesPerSecond > 0
  return (
    <div>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
        <LinearProgress
          aria-label={words.list.progressOf(name)}
          color={state === 'paused' || state === 'disconnected' ? 'warning' : 'primary'}
          variant="determinate"
          value={byteProgress(upload)}
          sx={{ flex: 1, height: 6, borderRadius: 3, bgcolor: 'tokens.accent' }}
        />
        <Typography
          component="span"
          variant="body2"
          sx={{ minWidth: 40, textAlign: 'right', fontWeight: 600 }}
        >
          {formatPercent(partProgress(upload) / 100)}
        </Typography>
      </Stack>
      <Stack direction="row" sx={{ mt: 1, columnGap: 3, justifyContent: 'space-between' }}>
        <Typography component="span" variant="body2" color="textSecondary" noWrap>
          {words.list.parts(partsSent, partCount, partsFailed)}
        </Typography>
        {moving && (
          <Typography component="span" variant="body2" color="textSecondary" noWrap>
            {paceOf(upload)}
          </Typography>
        )}
      </Stack>
    </div>
  )
}

function paceOf({ bytesPerSecond, secondsLeft }: Upload): string {
  const left = secondsLeft === null ? words.list.noTimeLeft : formatTimeLeft(secondsLeft)
  return `${formatSpeed(bytesPerSecond)} · ${left}`
}
