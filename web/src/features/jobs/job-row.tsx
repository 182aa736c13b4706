import type { Job } from '@cresyl/contract/jobs'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { JobActions } from './job-actions.tsx'
import { JobFacts } from './job-facts.tsx'
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
