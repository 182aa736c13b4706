import type { Job } from '@cresyl/contract/jobs'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { formatDuration } from '../../ui/amounts.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { RelativeTime, useMinute } from '../../ui/relative-time.tsx'
import { words } from './words.ts'

interface JobDetailsProps {
  job: Job
  onOpen: (id: string) => void
}

/** Who asked for a job, when it ran and where. */
export function JobDetails({ job, onOpen }: JobDetailsProps) {
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
