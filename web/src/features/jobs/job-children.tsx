import type { Job } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { ChevronDown, ChevronRight } from '../../ui/frame/icons.ts'
import { CardList } from '../../ui/list/list-frame.tsx'
import { JobRow, type JobRowProps } from './job-row.tsx'
import { countBeyond } from './job-state.ts'
import { useChildJobs } from './queries.ts'
import { words } from './words.ts'

interface JobChildrenProps extends Pick<JobRowProps, 'onOpen'> {
  parentId: string
  counts: NonNullable<Job['children']>
}

/** How the parts of a batch stand together, and each of them once unfolded. */
export function JobChildren({ parentId, counts, onOpen }: JobChildrenProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const Icon = open ? ChevronDown : ChevronRight
  return (
    <div>
      <Button
        size="small"
        color="inherit"
        startIcon={<Icon size={16} aria-hidden />}
        aria-expanded={open}
        {...(open && { 'aria-controls': id })}
        onClick={() => setOpen(!open)}
        sx={{ ml: -2, color: 'text.secondary', whiteSpace: 'normal', textAlign: 'start' }}
      >
        {words.children.rollUp(counts)}
      </Button>
      {open && (
        <Box id={id} sx={{ borderLeft: 2, borderColor: 'divider', ml: 1 }}>
          <JobChildList parentId={parentId} onOpen={onOpen} />
        </Box>
      )}
    </div>
  )
}

interface JobChildListProps extends Pick<JobRowProps, 'onOpen'> {
  parentId: string
}

export function JobChildList({ parentId, onOpen }: JobChildListProps) {
  const { data, error, refetch } = useChildJobs(parentId)
  if (!data) {
    if (!error)
      return <Skeleton role="status" aria-label={words.children.loading} height={64} sx={{ mx: 4 }} />
    return (
      <Box role="alert" sx={{ px: 4, py: 2 }}>
        <Typography variant="body2">
          {words.children.failed} {error.message}
        </Typography>
        <Button size="small" onClick={() => refetch()}>
          {words.children.retry}
        </Button>
      </Box>
    )
  }
  const more = countBeyond(data)
  return (
    <>
      <CardList label={words.children.label}>
        {data.results.map((job) => (
          <JobRow key={job.id} job={job} onOpen={onOpen} />
        ))}
      </CardList>
      {more > 0 && (
        <Typography color="textSecondary" sx={{ px: 4, py: 3, borderTop: 1, borderColor: 'divider' }}>
          {words.children.more(more)}
        </Typography>
      )}
    </>
  )
}
