import type { JobLogLine, JobWithLog } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Fragment, useId, useLayoutEffect, useRef, useState } from 'react'
import { copyText } from '../../ui/form/copy-text.ts'
import { ArrowDownToLine, Check, Copy, Download } from '../../ui/frame/icons.ts'
import { VisuallyHidden } from '../../ui/frame/visually-hidden.tsx'
import { formatDateTime, formatExactTime } from '../../ui/text/dates.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { isActive } from './job-state.ts'
import { byAttempt, logText } from './log-text.ts'
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

/** So near to the end counts as at the end, in pixels. */
const near = 24

/** For a box whose content grows at its end: stays there as long as its reader does. */
function useFollowedEnd(last: unknown) {
  const ref = useRef<HTMLDivElement>(null)
  const [following, setFollowing] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: again whenever there is something new at the end
  useLayoutEffect(() => {
    if (following && ref.current) ref.current.scrollTop = ref.current.scrollHeight
  }, [following, last])

  function onScroll() {
    const box = ref.current
    if (box) setFollowing(box.scrollHeight - box.scrollTop - box.clientHeight <= near)
  }

  return { ref, onScroll, following, follow: () => setFollowing(true) }
}

/** To take a log along: onto the clipboard, or as a file. */
function JobLogTools({ job: { id, kind, log } }: { job: JobWithLog }) {
  const [copied, setCopied] = useState(false)
  const CopyIcon = copied ? Check : Copy

  async function copy() {
    const done = await copyText(logText(log))
    setCopied(done)
    if (!done) showToast(words.log.copyRefused, 'warning')
  }

  return (
    <>
      <Button size="small" startIcon={<CopyIcon size={16} aria-hidden />} onClick={copy}>
        {copied ? words.log.copied : words.log.copy}
      </Button>
      <Button
        size="small"
        startIcon={<Download size={16} aria-hidden />}
        onClick={() => downloadText(words.log.fileName(kind, id), logText(log))}
      >
        {words.log.download}
      </Button>
      <VisuallyHidden role="status">{copied ? words.log.copied : ''}</VisuallyHidden>
    </>
  )
}

function downloadText(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser may not have begun to read it yet.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
