import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { memo, useEffect, useRef, useSyncExternalStore } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { UploadTotals } from '../../engine/uploads/upload.ts'
import { useUploadTotals } from '../../features/uploads/uploader-context.tsx'
import { CirclePause, Upload, WifiOff } from '../../ui/frame/icons.ts'
import { DrawnBadge } from '../../ui/slide/drawn-badge.tsx'
import { formatPercent } from '../../ui/text/dates.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { paths } from '../paths.ts'
import { words } from '../words.ts'
import { type UploadStatus, uploadStatus } from './upload-status.ts'

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

/** While the tab is in the background its title begins with how far the uploads are. */
function useTitleProgress(progress: number | null): void {
  const isHidden = useSyncExternalStore(subscribe, () => document.hidden)
  const prefix = isHidden && progress !== null ? `${formatPercent(progress)} · ` : ''
  useEffect(() => {
    if (prefix === '') return
    document.title = prefix + document.title
    return () => {
      // The page may have given itself another title meanwhile.
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [prefix])
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

type Ended = Pick<UploadTotals['counts'], 'completed' | 'failed'>

/** Who is on another page when the queue has come to its end is told; the page of uploads shows it itself. */
function useEndedToast({ busy, counts: { completed, failed } }: UploadTotals): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const begun = useRef<Ended | null>(null)
  useEffect(() => {
    if (busy) {
      begun.current ??= { completed, failed }
      return
    }
    const before = begun.current
    begun.current = null
    if (before === null || pathname === paths.uploads) return
    const ended = { completed: completed - before.completed, failed: failed - before.failed }
    if (ended.completed <= 0 && ended.failed <= 0) return
    const action = { label: words.uploads.ended.see, run: () => void navigate(paths.uploads) }
    showToast(words.uploads.ended.text(ended), ended.failed > 0 ? 'error' : 'success', action)
  }, [busy, completed, failed, pathname, navigate])
}
