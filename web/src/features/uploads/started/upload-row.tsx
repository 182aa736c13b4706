import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { memo, type ReactNode } from 'react'
import type { Upload } from '../../../engine/uploads/upload.ts'
import { StateChip } from '../../../ui/state/state-chip.tsx'
import { formatSpeed, formatTimeLeft } from '../../../ui/text/amounts.ts'
import { formatPercent } from '../../../ui/text/dates.ts'
import { drawnFor } from '../rows/drawn-for.ts'
import { FileName } from '../rows/file-name.tsx'
import { canBeMoved } from '../rows/order.ts'
import { RowControls } from '../rows/row-controls.tsx'
import { RowHandle } from '../rows/row-handle.tsx'
import { words } from '../words.ts'
import { byteProgress, partProgress, shownState, stateLook } from './upload-state.ts'
import { whatToDo } from './what-to-do.ts'

interface UploadRowProps {
  upload: Upload
  isFirst: boolean
  isLast: boolean
  /** What became of a file that has arrived. */
  renderStored: (fileId: string) => ReactNode
}

// The columns are the same in every row; on narrow screens they go under each other.
const layout = {
  display: 'grid',
  columnGap: { xs: 2, md: 4 },
  rowGap: 2,
  alignItems: 'center',
  py: 2.5,
  pl: { xs: 1, sm: 2 },
  pr: 2,
  minHeight: 64,
  gridTemplateColumns: {
    xs: '28px minmax(0, 1fr) auto',
    md: '28px minmax(0, 5fr) minmax(0, 6fr) 190px 116px',
  },
  gridTemplateAreas: {
    xs: '"handle name controls" ". happens happens" ". state state"',
    md: '"handle name happens state controls"',
  },
} as const

/** A file that is being uploaded, or was: how far it is, and what can be done with it. */
export const UploadRow = memo(function UploadRow(props: UploadRowProps) {
  const { upload, isFirst, isLast, renderStored } = props
  return (
    <Box sx={layout}>
      <Box sx={{ gridArea: 'handle' }}>{canBeMoved(upload) && <RowHandle upload={upload} />}</Box>
      <Box sx={{ gridArea: 'name', minWidth: 0 }}>
        <FileName upload={upload} />
      </Box>
      <Box sx={{ gridArea: 'happens', minWidth: 0 }}>
        <Happening upload={upload} renderStored={renderStored} />
      </Box>
      <Box sx={{ gridArea: 'state', justifySelf: 'start' }}>
        <UploadState upload={upload} />
      </Box>
      <Box sx={{ gridArea: 'controls' }}>
        <RowControls upload={upload} isFirst={isFirst} isLast={isLast} />
      </Box>
    </Box>
  )
})

const UploadState = drawnFor(['stage', 'paused', 'disconnected'], ({ upload }) => (
  <StateChip {...stateLook(upload)} />
))

function Happening({ upload, renderStored }: Pick<UploadRowProps, 'upload' | 'renderStored'>) {
  const { stage, fileId } = upload
  if (stage === 'completed') return fileId === null ? null : renderStored(fileId)
  if (stage === 'failed') return <Failure upload={upload} />
  if (stage === 'cancelled') {
    return (
      <Typography variant="body2" color="textSecondary">
        {words.list.cancelledText}
      </Typography>
    )
  }
  return <UploadProgress upload={upload} />
}

function Failure({ upload: { message, reason } }: { upload: Upload }) {
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Typography sx={{ color: 'tokens.fail', fontWeight: 600 }}>{message}</Typography>
      {reason !== '' && <Typography variant="body2">{reason}</Typography>}
      <Typography variant="body2" color="textSecondary">
        {whatToDo(message, reason)}
      </Typography>
    </Box>
  )
}

/** How far one file is: the bar by bytes, the figures by parts. */
function UploadProgress({ upload }: { upload: Upload }) {
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
