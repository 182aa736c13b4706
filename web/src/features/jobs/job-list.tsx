import type { Job } from '@cresyl/contract/operations/jobs'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Activity } from '../../ui/frame/icons.ts'
import { Section } from '../../ui/frame/section.tsx'
import { CardList, ListFrame } from '../../ui/list/list-frame.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { JobChildren } from './job-children.tsx'
import { JobRow, type JobRowProps } from './job-row.tsx'
import { groupActive } from './job-state.ts'
import { useActiveJobs, useSettledJobs } from './queries.ts'
import { words } from './words.ts'

type Opening = Pick<JobRowProps, 'onOpen'>

/** What runs, what waits, and what has ended lately. */
export function JobList({ onOpen }: Opening) {
  const active = useActiveJobs()
  const settled = useSettledJobs()
  const focus = useKeptFocus()
  const error = (active.data ? null : active.error) ?? (settled.data ? null : settled.error)
  if (error) {
    const retry = () => void Promise.all([active.refetch(), settled.refetch()])
    return <ErrorState title={words.list.failedTitle} message={error.message} onRetry={retry} />
  }
  if (!active.data || !settled.data) {
    return <ListSkeleton label={words.list.loading} shape={{ rows: 4, wide: 96, narrow: 96, lines: 2 }} />
  }
  const { running, waiting, more } = groupActive(active.data)
  const ended = settled.data.pages.flatMap((page) => page.results)
  const nothingRuns = running.length + waiting.length === 0
  if (nothingRuns && ended.length === 0) {
    return (
      <EmptyState icon={Activity} title={words.empty.title}>
        {words.empty.text}
      </EmptyState>
    )
  }
  return (
    <Stack {...focus} sx={{ gap: 6 }}>
      {nothingRuns && <Typography color="textSecondary">{words.list.nothingRuns}</Typography>}
      <Jobs title={words.list.running} jobs={running} onOpen={onOpen} />
      <Jobs title={words.list.waiting} jobs={waiting} onOpen={onOpen} />
      {more > 0 && <Typography color="textSecondary">{words.list.more(more)}</Typography>}
      <div>
        <Jobs title={words.list.settled} jobs={ended} onOpen={onOpen} />
        {settled.hasNextPage && (
          <Stack
            direction="row"
            sx={{ mt: 3, gap: 3, alignItems: 'center', justifyContent: 'space-between' }}
          >
            <Typography variant="body2" color="textSecondary" role="status">
              {words.list.shown(ended.length, settled.data.pages.at(-1)?.count ?? 0)}
            </Typography>
            <Button
              variant="outlined"
              loading={settled.isFetchingNextPage}
              onClick={() => settled.fetchNextPage()}
            >
              {words.list.showMore}
            </Button>
          </Stack>
        )}
      </div>
    </Stack>
  )
}

interface JobsProps extends Opening {
  title: string
  jobs: readonly Job[]
}

function Jobs({ title, jobs, onOpen }: JobsProps) {
  if (jobs.length === 0) return null
  return (
    <Section title={title} level={3}>
      <ListFrame>
        <CardList label={title}>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} onOpen={onOpen}>
              {job.children && <JobChildren parentId={job.id} counts={job.children} onOpen={onOpen} />}
            </JobRow>
          ))}
        </CardList>
      </ListFrame>
    </Section>
  )
}
