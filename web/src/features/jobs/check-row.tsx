import type { StartableJobKind } from '@cresyl/contract/operations/job-kinds'
import { type Job, jobHash } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useLocation } from 'react-router'
import { ShieldCheck } from '../../ui/frame/icons.ts'
import { GatedButton } from '../../ui/state/gated.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { JobMessage } from './job-message.tsx'
import { JobProgress } from './job-progress.tsx'
import { isActive } from './job-state.ts'
import { JobStateChip } from './job-state-chip.tsx'
import { useShownJob, useStartJob } from './mutations.ts'
import { words } from './words.ts'

interface CheckRowProps {
  kind: StartableJobKind
  /** Null: it was never run. */
  last: Job | null
  /** Why it can't be started now. */
  reason: string | undefined
}

/** One <li>: what a check does, what came of its last run, and the button that runs it. */
export function CheckRow({ kind, last, reason }: CheckRowProps) {
  const start = useStartJob()
  const own = words.checks.kinds[kind]
  return (
    <Stack
      component="li"
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ columnGap: 6, rowGap: 3, alignItems: { sm: 'flex-start' } }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h3" component="h2">
          {words.labelOf(kind)}
        </Typography>
        <Typography color="textSecondary">{own.text}</Typography>
        <Box sx={{ mt: 2, maxWidth: 640 }}>
          {last ? (
            <LastRun known={last} />
          ) : (
            <Typography color="textSecondary">{words.checks.never}</Typography>
          )}
        </Box>
      </Box>
      <GatedButton
        variant={kind === 'check_organization' ? 'contained' : 'outlined'}
        startIcon={<ShieldCheck size={18} aria-hidden />}
        loading={start.isPending}
        reason={reason}
        onClick={() => start.mutate(kind)}
        sx={{ minWidth: 190, mr: { sm: 2 } }}
      >
        {own.button}
      </GatedButton>
    </Stack>
  )
}

function LastRun({ known }: { known: Job }) {
  const job = useShownJob(known)
  const { search } = useLocation()
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ columnGap: 3, rowGap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <JobStateChip job={job} />
        <Typography variant="body2" color="textSecondary">
          {isActive(job.state) ? words.checks.started : words.checks.lastRun}{' '}
          <RelativeTime time={job.finished_at ?? job.started_at ?? job.created_at} />
        </Typography>
        <Link
          component={RouterLink}
          to={{ search, hash: jobHash(job.id) }}
          preventScrollReset
          variant="body2"
          aria-label={words.checks.logOf(job.kind)}
        >
          {words.checks.log}
        </Link>
      </Stack>
      {job.state === 'running' && <JobProgress job={job} />}
      {job.children ? (
        <Typography>{words.children.rollUp(job.children)}</Typography>
      ) : (
        <JobMessage job={job} />
      )}
    </Stack>
  )
}
