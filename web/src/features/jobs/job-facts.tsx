import type { Job } from '@cresyl/contract/jobs'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode } from 'react'
import { RelativeTime, useMinute } from '../../ui/relative-time.tsx'
import { words } from './words.ts'

/** One line under the name of a job: who asked for it and when, where it runs, which attempt this is. */
export function JobFacts({ job }: { job: Job }) {
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
