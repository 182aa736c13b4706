import type { JobLogLine, JobWithLog } from '@cresyl/contract/jobs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Fragment, useId } from 'react'
import { formatDateTime, formatExactTime } from '../../ui/dates.ts'
import { ArrowDownToLine } from '../../ui/icons.ts'
import { JobLogTools } from './job-log-tools.tsx'
import { isActive } from './job-state.ts'
import { byAttempt } from './log-text.ts'
import { useFollowedEnd } from './use-followed-end.ts'
import { words } from './words.ts'

/** The newest line at the bottom; follows it unless the reader has scrolled up. */
export function JobLog({ job }: { job: JobWithLog }) {
  const titleId = useId()
  const { log, log_cut, state } = job
  const { ref, onScroll, following, follow } = useFollowedEnd(log.at(-1)?.n)
  return (
    <Stack component="section" aria-labelledby={titleId} sx={{ flex: 1, minHeight: 280, gap: 2 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h3" id={titleId} sx={{ flex: 1 }}>
          {words.log.title}
        </Typography>
        {log.length > 0 && <JobLogTools job={job} />}
      </Stack>
      {log_cut && (
        <Typography variant="body2" color="textSecondary">
          {words.log.cut}
        </Typography>
      )}
      <Box sx={{ position: 'relative', flex: 1, minHeight: 0, display: 'flex' }}>
        <Box
          ref={ref}
          onScroll={onScroll}
          role="region"
          aria-label={words.log.label}
          // Whoever has no mouse must be able to scroll it.
          tabIndex={0}
          sx={{
            flex: 1,
            minHeight: 0,
            overflowY: 'auto',
            p: 3,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
            fontFamily: 'monospace',
            fontSize: '0.8125rem',
          }}
        >
          {log.length === 0 ? (
            <Typography color="textSecondary">
              {words.log.empty[isActive(state) ? state : 'ended']}
            </Typography>
          ) : (
            <Attempts log={log} />
          )}
        </Box>
        {!following && (
          <Button
            size="small"
            variant="contained"
            startIcon={<ArrowDownToLine size={16} aria-hidden />}
            onClick={follow}
            sx={{ position: 'absolute', bottom: 12, left: '50%', transform: 'translateX(-50%)' }}
          >
            {words.log.newest}
          </Button>
        )}
      </Box>
    </Stack>
  )
}

function Attempts({ log }: { log: readonly JobLogLine[] }) {
  const attempts = byAttempt(log)
  const several = attempts.length > 1 || attempts[0]?.attempt !== 1
  return attempts.map(({ attempt, lines }) => (
    <Fragment key={attempt}>
      {several && (
        <Typography
          variant="body2"
          component="h4"
          color="textSecondary"
          sx={{ mt: 2, mb: 1, pb: 1, fontWeight: 600, borderBottom: 1, borderColor: 'divider' }}
        >
          {words.log.attempt(attempt)}
        </Typography>
      )}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {lines.map((line) => (
          <Line key={line.n} line={line} />
        ))}
      </Box>
    </Fragment>
  ))
}

const tones = { info: 'text.secondary', warn: 'tokens.warn', error: 'tokens.fail' } as const

function Line({ line: { at, level, text } }: { line: JobLogLine }) {
  return (
    <Box component="li" sx={{ display: 'flex', columnGap: 3, py: 0.5, lineHeight: '1.25rem' }}>
      <Box component="time" dateTime={at} title={formatDateTime(at)} sx={{ color: 'text.secondary' }}>
        {formatExactTime(at)}
      </Box>
      <Box
        component="span"
        sx={{ width: 56, flexShrink: 0, color: tones[level], fontWeight: level === 'info' ? 400 : 600 }}
      >
        {words.log.levels[level]}
      </Box>
      <Box component="span" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {text}
      </Box>
    </Box>
  )
}
