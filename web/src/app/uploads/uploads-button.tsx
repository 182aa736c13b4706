import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { memo } from 'react'
import { Link } from 'react-router'
import { useUploadTotals } from '../../features/uploads/uploader-context.tsx'
import { DrawnBadge } from '../../ui/drawn-badge.tsx'
import { CirclePause, Upload, WifiOff } from '../../ui/icons.ts'
import { paths } from '../paths.ts'
import { type UploadStatus, uploadStatus } from './upload-status.ts'
import { useEndedToast } from './use-ended-toast.ts'
import { useTitleProgress } from './use-title-progress.ts'

const icons = { running: Upload, failed: Upload, paused: CirclePause, disconnected: WifiOff }

/** The button of the top bar: how far the uploads are, on whichever page one is; nothing while there are none. */
export function UploadsButton() {
  const totals = useUploadTotals()
  const status = uploadStatus(totals)
  useEndedToast(totals)
  useTitleProgress(status?.progress ?? null)
  return status && <StatusLink {...status} />
}

const StatusLink = memo(function StatusLink({ name, kind, progress, failed }: UploadStatus) {
  const Icon = icons[kind]
  return (
    <Tooltip title={name} describeChild={false}>
      <IconButton component={Link} to={paths.uploads} sx={{ p: 1 }}>
        <DrawnBadge mark={failed > 0 ? '!' : ''} tone="error">
          <Box
            sx={{ position: 'relative', display: 'grid', placeItems: 'center', width: size, height: size }}
          >
            <Icon size={progress === null ? 20 : 14} aria-hidden />
            {progress !== null && <Ring progress={progress} still={kind !== 'running'} />}
          </Box>
        </DrawnBadge>
      </IconButton>
    </Tooltip>
  )
})

/** As large as that of the jobs beside it. */
const size = 28

/** The link says in words what it draws. */
function Ring({ progress, still }: { progress: number; still: boolean }) {
  const shape = { size, thickness: 4, variant: 'determinate', 'aria-hidden': true } as const
  const place = { position: 'absolute', inset: 0 } as const
  return (
    <>
      <CircularProgress {...shape} value={100} sx={{ ...place, color: 'divider' }} />
      <CircularProgress
        {...shape}
        value={progress * 100}
        sx={{ ...place, color: still ? 'tokens.warn' : 'primary.main' }}
      />
    </>
  )
}
