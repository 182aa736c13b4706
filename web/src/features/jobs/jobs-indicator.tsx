import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { countMark, DrawnBadge } from '../../ui/drawn-badge.tsx'
import { Activity } from '../../ui/icons.ts'
import { useMinute } from '../../ui/relative-time.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { groupActive, overallProgress, unseenFailures } from './job-state.ts'
import { useActiveJobs, useFailedJobs } from './queries.ts'
import { useEndedNews, useEndedRefresh } from './use-ended-news.ts'
import { words } from './words.ts'

interface JobsIndicatorProps {
  open: boolean
  onOpen: () => void
  /** When the last failure was that has been looked at. */
  seen: string | null
}

/** The button of the top bar: how much runs, how far it is, and whether something failed meanwhile. */
export function JobsIndicator({ open, onOpen, seen }: JobsIndicatorProps) {
  const now = useMinute()
  const active = useActiveJobs('unhurried')
  const { data: failed } = useFailedJobs()
  const news = useEndedNews(active)
  useEndedRefresh(active)
  const { running, waiting, more } = groupActive(active.data)
  const failures = unseenFailures(failed?.results ?? [], seen, now).length
  const waitingCount = waiting.length + more
  const name = words.indicator.name({ running: running.length, waiting: waitingCount, failed: failures })
  return (
    <>
      <Tooltip title={name} describeChild={false}>
        <IconButton aria-haspopup="dialog" aria-expanded={open} onClick={onOpen} sx={{ p: 1 }}>
          <DrawnBadge
            mark={failures > 0 ? '!' : countMark(running.length + waitingCount)}
            tone={failures > 0 ? 'error' : 'primary'}
          >
            <Box
              sx={{ position: 'relative', display: 'grid', placeItems: 'center', width: size, height: size }}
            >
              <Activity size={running.length > 0 ? 14 : 20} aria-hidden />
              {running.length > 0 && <Ring progress={overallProgress(running)} />}
            </Box>
          </DrawnBadge>
        </IconButton>
      </Tooltip>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </>
  )
}

/** Of the ring, and of the place it has when nothing runs. */
const size = 28

/** The button says in words what it draws. */
function Ring({ progress }: { progress: number | null }) {
  const shape = { size, thickness: 4, 'aria-hidden': true } as const
  const place = { position: 'absolute', inset: 0 } as const
  if (progress === null) return <CircularProgress {...shape} disableShrink sx={place} />
  return (
    <>
      <CircularProgress {...shape} variant="determinate" value={100} sx={{ ...place, color: 'divider' }} />
      <CircularProgress {...shape} variant="determinate" value={progress * 100} sx={place} />
    </>
  )
}
