import type { Job, JobWithLog } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { hasCode } from '../../lib/api/field-errors.ts'
import { Section } from '../../ui/frame/section.tsx'
import { HelpButton } from '../../ui/help/help-button.tsx'
import { DetailList } from '../../ui/list/detail-list.tsx'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { formatDuration } from '../../ui/text/amounts.ts'
import { formatDateTime } from '../../ui/text/dates.ts'
import { RelativeTime, useMinute } from '../../ui/text/relative-time.tsx'
import { JobActions } from './job-actions.tsx'
import { JobChildList } from './job-children.tsx'
import { JobLog } from './job-log.tsx'
import { JobMessage } from './job-message.tsx'
import { JobProgress } from './job-progress.tsx'
import { JobStateChip } from './job-state-chip.tsx'
import { useShownJob } from './mutations.ts'
import { useJob } from './queries.ts'
import { words } from './words.ts'

interface JobViewProps {
  id: string
  onOpen: (id: string) => void
  onBack: () => void
}

/** One job: all that is known of it, and its log as it is written. */
export function JobView({ id, onOpen, onBack }: JobViewProps) {
  const { data, error, refetch } = useJob(id)
  if (data) return <KnownJob job={data} onOpen={onOpen} />
  if (!error) return <Waiting />
  const gone = hasCode(error, 'not_found', 'invalid_input')
  return (
    <ErrorState
      title={gone ? words.details.goneTitle : words.details.failedTitle}
      message={gone ? words.details.gone : error.message}
      {...(!gone && { onRetry: () => void refetch() })}
    >
      <Button variant="outlined" onClick={onBack}>
        {words.back}
      </Button>
    </ErrorState>
  )
}

function KnownJob({ job: known, onOpen }: { job: JobWithLog; onOpen: (id: string) => void }) {
  const job = useShownJob(known)
  return (
    <Stack sx={{ flex: 1, minHeight: 0, gap: 4 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Stack
          direction="row"
          sx={{ flex: 1, columnGap: 2, rowGap: 1, flexWrap: 'wrap', alignItems: 'center' }}
        >
          <Typography variant="h3">{words.nameOf(job)}</Typography>
          <JobStateChip job={job} />
        </Stack>
        <JobActions job={job} />
      </Stack>
      {job.state === 'running' && <JobProgress job={job} />}
      {job.children === null && <JobMessage job={job} />}
      {job.state === 'failed' && (
        <HelpButton
          about={{ ...words.reportOf(job), jobId: job.id }}
          label={words.getHelp}
          variant="outlined"
          size="small"
          sx={{ alignSelf: 'flex-start' }}
        />
      )}
      <JobDetails job={job} onOpen={onOpen} />
      {job.children && (
        <Section title={words.children.rollUp(job.children)} level={3}>
          <ListFrame>
            <JobChildList parentId={job.id} onOpen={onOpen} />
          </ListFrame>
        </Section>
      )}
      {/* A batch does nothing itself: its parts write logs. */}
      {(job.children === null || job.log.length > 0) && <JobLog job={job} />}
    </Stack>
  )
}

function Waiting() {
  return (
    <Box role="status" aria-label={words.details.loading}>
      <Skeleton width="50%" height={32} />
      <Skeleton height={120} />
      <Skeleton variant="rounded" height={240} />
    </Box>
  )
}

interface JobDetailsProps {
  job: Job
  onOpen: (id: string) => void
}

/** Who asked for a job, when it ran and where. */
function JobDetails({ job, onOpen }: JobDetailsProps) {
  const now = useMinute()
  const { details } = words
  const { parent_id, started_at, finished_at, machine } = job
  const rows: [name: string, value: ReactNode][] = [[details.askedFor, <Asked key="asked" job={job} />]]
  if (parent_id !== null) {
    rows.push([
      details.batch,
      <Link key="batch" component="button" type="button" onClick={() => onOpen(parent_id)}>
        {details.openBatch}
      </Link>,
    ])
  }
  if (started_at !== null) rows.push([details.started, formatDateTime(started_at)])
  if (started_at !== null && finished_at !== null) {
    rows.push([
      details.took,
      formatDuration(new Date(finished_at).getTime() - new Date(started_at).getTime()),
    ])
  }
  if (machine !== null) rows.push([details.machine, <bdi key="machine">{machine}</bdi>])
  if (job.attempt > 1) rows.push([words.attempt, words.attemptOf(job, now)])
  return <DetailList rows={rows} />
}

function Asked({ job: { created_at, created_by } }: { job: Job }) {
  return (
    <>
      <RelativeTime time={created_at} />
      {created_by && (
        <>
          {' '}
          {words.details.by} <bdi>{created_by.name}</bdi>
        </>
      )}
    </>
  )
}
