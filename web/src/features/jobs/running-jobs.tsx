import { type Job, jobHash } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useLocation } from 'react-router'
import { Section } from '../../ui/frame/section.tsx'
import { CardList, ListFrame } from '../../ui/list/list-frame.tsx'
import { jobsHash } from './job-address.ts'
import { JobProgress } from './job-progress.tsx'
import { groupActive, standingOf } from './job-state.ts'
import { useActiveJobs } from './queries.ts'
import { words } from './words.ts'

/** Of those that run; the rest is in the list of jobs. */
const shown = 4

/** What is under way, on a page about something else; nothing while nothing is. */
export function RunningJobs() {
  const { data } = useActiveJobs()
  const { search } = useLocation()
  const { running, waiting, more } = groupActive(data)
  const jobs = [...running, ...waiting].slice(0, shown)
  const rest = running.length + waiting.length + more - jobs.length
  if (jobs.length === 0) return null
  return (
    <Section
      title={words.list.running}
      action={
        <Link component={RouterLink} to={{ search, hash: jobsHash }} preventScrollReset>
          {words.back}
        </Link>
      }
    >
      <ListFrame>
        <CardList label={words.list.running}>
          {jobs.map((job) => (
            <RunningRow key={job.id} job={job} />
          ))}
        </CardList>
      </ListFrame>
      {rest > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {words.list.more(rest)}
        </Typography>
      )}
    </Section>
  )
}

function RunningRow({ job }: { job: Job }) {
  const { search } = useLocation()
  return (
    <Stack
      component="li"
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ columnGap: 4, rowGap: 2, alignItems: { sm: 'center' }, minHeight: 60 }}
    >
      <Stack direction="row" sx={{ flex: { sm: '0 0 320px' }, gap: 2, alignItems: 'center', minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={{ search, hash: jobHash(job.id) }}
          preventScrollReset
          color="textPrimary"
          noWrap
          sx={{ fontWeight: 600 }}
        >
          {words.nameOf(job)}
        </Link>
        <Typography component="span" color="textSecondary">
          {words.standings[standingOf(job)]}
        </Typography>
      </Stack>
      <Box sx={{ flex: 1, minWidth: 0, pr: 2 }}>
        {job.state === 'running' ? (
          <JobProgress job={job} />
        ) : (
          job.message !== null && <Typography color="textSecondary">{job.message}</Typography>
        )}
      </Box>
    </Stack>
  )
}
