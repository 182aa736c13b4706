import type { AuditSealState } from '@cresyl/contract/operations/audits'
import { type Job, jobHash } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'
import { Circle, CircleCheck, Lock, ShieldCheck, TriangleAlert } from '../../ui/frame/icons.ts'
import { GatedButton } from '../../ui/state/gated.tsx'
import { StateChip } from '../../ui/state/state-chip.tsx'
import { formatDateTime } from '../../ui/text/dates.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useCancelVerifying, useSeals, useVerify } from './queries.ts'
import { sealedWords, words } from './words.ts'

const own = words.seals

interface SealsCardProps {
  /** How far a job is. */
  progressOf: (job: Job) => ReactNode
}

/** How far the log is sealed, when that was last verified, and the button that does it again. */
export function SealsCard({ progressOf }: SealsCardProps) {
  const { data, error } = useSeals()
  const verify = useVerify()
  return (
    <Box
      component="section"
      aria-label={own.title}
      sx={{ mb: 5, p: 4, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
    >
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ gap: 3, alignItems: { sm: 'center' }, justifyContent: 'space-between' }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {data && <State state={data} />}
          {!data && (error ? <Typography>{own.failed}</Typography> : <Loading />)}
        </Box>
        {data?.running ? (
          <Running job={data.running} progressOf={progressOf} />
        ) : (
          <GatedButton
            variant="outlined"
            startIcon={<ShieldCheck size={18} aria-hidden />}
            loading={verify.isPending}
            title={own.about}
            onClick={() => verify.mutate()}
            sx={{ flexShrink: 0 }}
          >
            {own.verify}
          </GatedButton>
        )}
      </Stack>
      {data && <Faults state={data} />}
    </Box>
  )
}

function Loading() {
  return (
    <Box role="status" aria-label={own.loading}>
      <Skeleton width="60%" />
      <Skeleton width="40%" />
    </Box>
  )
}

function State({ state }: { state: AuditSealState }) {
  const { last_seal: seal, last_verification: verified } = state
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Stack direction="row" sx={{ columnGap: 3, rowGap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h3" component="h2" sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
          <Lock size={16} aria-hidden />
          {seal ? `Sealed up to ${formatDateTime(seal.sealed_at)}` : own.title}
        </Typography>
        <VerdictChip verified={verified} />
        {verified && (
          <Typography variant="body2" color="textSecondary">
            verified <RelativeTime time={verified.finished_at} />
            {verified.started_by && ` by ${verified.started_by.name}`}
          </Typography>
        )}
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {sealedWords(state)} {own.about}
      </Typography>
    </Stack>
  )
}

function VerdictChip({ verified }: { verified: AuditSealState['last_verification'] }) {
  if (verified === null) return <StateChip icon={Circle} label={own.never.replace('.', '')} tone="muted" />
  if (verified.fault_count > 0)
    return <StateChip icon={TriangleAlert} label={own.broken(verified.fault_count)} tone="fail" />
  return verified.uncompared === null ? (
    <StateChip icon={CircleCheck} label={own.whole} tone="pass" />
  ) : (
    <StateChip icon={TriangleAlert} label={own.whole} tone="warn" />
  )
}

function Faults({ state: { last_verification: verified } }: { state: AuditSealState }) {
  if (verified === null) return null
  const { faults, fault_count: count, uncompared } = verified
  const lines = [...faults, ...(uncompared === null ? [] : [uncompared])]
  if (lines.length === 0) return null
  return (
    <Box
      component="ul"
      sx={{ m: 0, mt: 3, pl: 5, maxHeight: 160, overflowY: 'auto', color: 'tokens.fail' }}
      // Scrolled by keys as well.
      tabIndex={0}
      aria-label={own.broken(count)}
    >
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {count > faults.length && <li>{own.more(count - faults.length)}</li>}
    </Box>
  )
}

function Running({ job, progressOf }: { job: Job; progressOf: (job: Job) => ReactNode }) {
  const cancel = useCancelVerifying()
  const { search } = useLocation()
  const isStopping = job.cancelling || cancel.isPending
  return (
    <Stack sx={{ gap: 1, width: { xs: '100%', sm: 300 } }}>
      <Typography variant="body2" role="status">
        {isStopping ? own.cancelling : job.state === 'queued' ? own.waiting : own.verifying}
      </Typography>
      {progressOf(job)}
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center', justifyContent: 'flex-end' }}>
        <Link
          component={RouterLink}
          to={{ search, hash: jobHash(job.id) }}
          preventScrollReset
          variant="body2"
        >
          {own.log}
        </Link>
        <Button size="small" onClick={() => cancel.mutate(job)} aria-disabled={isStopping}>
          {own.cancel}
        </Button>
      </Stack>
    </Stack>
  )
}
