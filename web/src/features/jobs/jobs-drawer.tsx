import { jobHash } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useEffect, useRef } from 'react'
import { ArrowLeft } from '../../ui/frame/icons.ts'
import { SideDrawer } from '../../ui/frame/side-drawer.tsx'
import { type JobsPlace, jobsHash } from './job-address.ts'
import { JobList } from './job-list.tsx'
import { lastFailure } from './job-state.ts'
import { JobView } from './job-view.tsx'
import { useFailedJobs } from './queries.ts'
import { words } from './words.ts'

interface JobsDrawerProps {
  place: JobsPlace
  /** Opens another place in the drawer, by the fragment of its address. */
  onGo: (hash: string) => void
  onClose: () => void
  /** What failed until then has been looked at. */
  onSeen: (lastFailure: string) => void
}

/** Over whichever page one is on: the jobs, or one of them with its log. */
export function JobsDrawer({ place: { jobId }, onGo, onClose, onSeen }: JobsDrawerProps) {
  const body = useBodyFocus(jobId)
  useSeen(onSeen)
  return (
    <SideDrawer
      title={jobId === null ? words.title : words.one}
      closeLabel={words.close}
      onClose={onClose}
      start={jobId !== null && <Back onGo={onGo} />}
    >
      <Box
        ref={body}
        tabIndex={-1}
        sx={{
          flex: 1,
          minHeight: 0,
          p: 4,
          display: 'flex',
          flexDirection: 'column',
          outline: 'none !important',
        }}
      >
        {jobId === null ? (
          <JobList onOpen={(id) => onGo(jobHash(id))} />
        ) : (
          <JobView key={jobId} id={jobId} onOpen={(id) => onGo(jobHash(id))} onBack={() => onGo(jobsHash)} />
        )}
      </Box>
    </SideDrawer>
  )
}

function Back({ onGo }: Pick<JobsDrawerProps, 'onGo'>) {
  return (
    <Tooltip title={words.back} describeChild={false}>
      <IconButton edge="start" onClick={() => onGo(jobsHash)}>
        <ArrowLeft size={20} aria-hidden />
      </IconButton>
    </Tooltip>
  )
}

/** Reading goes on in what was opened; back in the list, at the job one came from. */
function useBodyFocus(jobId: string | null) {
  const ref = useRef<HTMLDivElement>(null)
  const shown = useRef(jobId)
  useEffect(() => {
    if (shown.current === jobId) return
    const before = shown.current
    shown.current = jobId
    const opener = jobId === null && ref.current?.querySelector<HTMLElement>(`[data-job="${before}"]`)
    const target = opener || ref.current
    target?.focus()
  }, [jobId])
  return ref
}

function useSeen(onSeen: (lastFailure: string) => void) {
  const { data } = useFailedJobs()
  const last = data ? lastFailure(data.results) : null
  const see = useRef(onSeen)
  useEffect(() => {
    see.current = onSeen
  })
  useEffect(() => {
    if (last !== null) see.current(last)
  }, [last])
}
