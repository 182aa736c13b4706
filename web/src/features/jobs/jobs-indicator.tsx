import { type Job, listJobs } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../lib/session/session-context.tsx'
import { Activity } from '../../ui/frame/icons.ts'
import { VisuallyHidden } from '../../ui/frame/visually-hidden.tsx'
import { countMark, DrawnBadge } from '../../ui/slide/drawn-badge.tsx'
import { useMinute } from '../../ui/text/relative-time.tsx'
import { endedBetween, groupActive, overallProgress, settledStates, unseenFailures } from './job-state.ts'
import { jobKeys, useActiveJobs, useFailedJobs } from './queries.ts'
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

/** The newest of the same kinds; what outlasted so many newer ones goes untold. */
const mostLookedThrough = 20

type ActiveQuery = Pick<ReturnType<typeof useActiveJobs>, 'data' | 'dataUpdatedAt'>

/** What people asked for and has ended, for who can't see the list change: once, not each step. */
function useEndedNews({ data }: ActiveQuery): string {
  const { call } = useApi()
  const before = useRef<readonly Job[]>([])
  const [news, setNews] = useState('')
  useEffect(() => {
    if (data === undefined) return
    const gone = endedBetween(before.current, data)
    before.current = data.results
    if (gone.length === 0) return
    const ids = new Set(gone.map(({ id }) => id))
    const kind = [...new Set(gone.map((job) => job.kind))]
    call(listJobs, { query: { state: [...settledStates], kind, limit: mostLookedThrough } })
      .then(({ results }) => {
        const ended = results.filter(({ id }) => ids.has(id))
        if (ended.length > 0) setNews(words.indicator.ended(ended))
      })
      .catch(() => {})
  }, [data, call])
  return news
}

/** Asks for what has ended again whenever others are under way than before, or none: one may have come and gone. */
function useEndedRefresh({ data, dataUpdatedAt }: ActiveQuery): void {
  const client = useQueryClient()
  const before = useRef<string | undefined>(undefined)
  const ids = data?.results.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer, also one that is like the one before
  useEffect(() => {
    const known = before.current
    before.current = ids
    if (known === undefined || (known === ids && ids !== '')) return
    void client.invalidateQueries({ queryKey: jobKeys.ended })
  }, [client, ids, dataUpdatedAt])
}
