import type { Job } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode } from 'react'
import { RelativeTime, useMinute } from '../../ui/text/relative-time.tsx'
import { JobActions } from './job-actions.tsx'
import { JobMessage } from './job-message.tsx'
import { JobProgress } from './job-progress.tsx'
import { JobStateChip } from './job-state-chip.tsx'
import { useShownJob } from './mutations.ts'
import { words } from './words.ts'

export interface JobRowProps {
  job: Job
  onOpen: (id: string) => void
  /** The parts of a batch. */
  children?: ReactNode
}

/** One <li>: what the job is, how it stands, and what can be done with it. */
export function JobRow({ job: known, onOpen, children }: JobRowProps) {
  const job = useShownJob(known)
  return (
    <Box component="li">
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Stack direction="row" sx={{ columnGap: 2, rowGap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <Link
              component="button"
              type="button"
              data-job={job.id}
              color="textPrimary"
              onClick={() => onOpen(job.id)}
              sx={{ fontWeight: 600, textAlign: 'start' }}
            >
              {words.nameOf(job)}
            </Link>
            <JobStateChip job={job} />
          </Stack>
        </Box>
        <JobActions job={job} />
      </Stack>
      <Stack sx={{ mt: 2, gap: 2 }}>
        {job.state === 'running' && <JobProgress job={job} />}
        {/* That of a batch says what its parts below say. */}
        {job.children === null && <JobMessage job={job} />}
        <JobFacts job={job} />
        {children}
      </Stack>
    </Box>
  )
}

/** One line under the name of a job: who asked for it and when, where it runs, which attempt this is. */
function JobFacts({ job }: { job: Job }) {
  const now = useMinute()
  const attempt = job.attempt === 1 ? null : `${words.attempt} ${words.attemptOf(job, now)}`
  // A part of a batch was asked for by whoever asked for the batch.
  const asker = job.parent_id === null ? <Asker job={job} /> : null
  const facts = [asker, machineOf(job), attempt].filter((fact) => fact !== null)
  if (facts.length === 0) return null
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
        <Fragment key={index}>
          {index > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </Typography>
  )
}

function Asker({ job: { created_by, created_at } }: { job: Job }) {
  return (
    <>
      {created_by ? (
        <>
          {words.askedBy} <bdi>{created_by.name}</bdi>
        </>
      ) : (
        words.byPlatform
      )}
      , <RelativeTime time={created_at} />
    </>
  )
}

function machineOf({ machine }: Job): ReactNode {
  if (machine === null) return null
  return (
    <Box component="span" sx={{ display: 'inline-block', maxWidth: '100%' }}>
      {words.on} <bdi>{machine}</bdi>
    </Box>
  )
}
