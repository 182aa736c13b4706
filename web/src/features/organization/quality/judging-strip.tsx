import { type Job, jobHash } from '@cresyl/contract/operations/jobs'
import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useLocation } from 'react-router'
import { LinkButton } from '../../../ui/frame/link-button.tsx'
import { RelativeTime, useMinute } from '../../../ui/text/relative-time.tsx'
import { useNewestJudging } from './queries.ts'
import { words } from './words.ts'

const own = words.judging
/** How long it is told that slides were judged anew, in ms. */
const news = 15 * 60_000

/** What followed from the last change of limits: the slides that are judged by them. */
export function JudgingStrip() {
  const job = useNewestJudging()
  const { search } = useLocation()
  const now = useMinute()
  if (!job || (job.finished_at !== null && now.getTime() - Date.parse(job.finished_at) > news)) return null
  const isRunning = job.finished_at === null
  return (
    <Alert
      severity={isRunning ? 'info' : job.state === 'succeeded' ? 'success' : 'warning'}
      variant="outlined"
      role="status"
      action={
        <LinkButton size="small" to={{ search, hash: jobHash(job.id) }} preventScrollReset>
          {own.details}
        </LinkButton>
      }
      sx={{ '& .MuiAlert-message': { flex: 1 } }}
    >
      {isRunning ? <Running job={job} /> : <Ended job={job} />}
    </Alert>
  )
}

function Running({ job: { progress } }: { job: Job }) {
  return (
    <>
      {own.title}
      <LinearProgress
        aria-label={own.progress}
        {...(progress !== null && { variant: 'determinate', value: Math.floor(100 * progress) })}
        sx={{ mt: 1, height: 6, borderRadius: 3, bgcolor: 'tokens.accent' }}
      />
    </>
  )
}

function Ended({ job: { state, message, finished_at: at } }: { job: Job }) {
  return (
    <>
      {message || (state === 'succeeded' ? `${own.done}.` : `${own.failed}.`)}
      {at && (
        <Typography variant="body2" color="textSecondary">
          <RelativeTime time={at} />
        </Typography>
      )}
    </>
  )
}
