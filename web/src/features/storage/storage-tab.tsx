import { type StorageReport, storageKinds } from '@cresyl/contract/files/storage'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { usePermission } from '../../lib/session/session-context.tsx'
import { Panel } from '../../ui/frame/panel.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { NoAccess } from '../../ui/state/no-access.tsx'
import { formatBytes } from '../../ui/text/amounts.ts'
import { Growth, type GrowthChart } from './growth.tsx'
import { PurgePanel } from './purge-panel.tsx'
import { useStorage } from './queries.ts'
import { RetentionPreview } from './retention-preview.tsx'
import { SumsTable } from './sums-table.tsx'
import { words } from './words.ts'

interface StorageProps {
  chartOf: (chart: GrowthChart) => ReactNode
}

/** What the organisation keeps, what of it could go, and when that goes by itself. */
export function StorageTab({ chartOf }: StorageProps) {
  return usePermission('read:files') ? (
    <Storage chartOf={chartOf} />
  ) : (
    <NoAccess
      title={words.noAccess.title}
      text={words.noAccess.text}
      permission="read:files"
      deed={words.noAccess.deed}
    />
  )
}

function Storage({ chartOf }: StorageProps) {
  const { data, error, refetch } = useStorage()
  if (!data) {
    if (!error) return <ListSkeleton label={words.loading} />
    return <ErrorState title={words.failedTitle} message={error.message} onRetry={() => void refetch()} />
  }
  return (
    <Stack sx={{ gap: 8 }}>
      <QuotaBar used_bytes={data.used_bytes} quota_bytes={data.quota_bytes} />
      <Box
        sx={{
          display: 'grid',
          gap: 8,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <SumsTable title={words.kinds.title} heading={words.kinds.kind} rows={kindRows(data)} />
        <SumsTable title={words.projects.title} heading={words.projects.project} rows={projectRows(data)} />
      </Box>
      <Growth months={data.by_month} chartOf={chartOf} />
      <PurgePanel report={data} />
      <RetentionPreview />
    </Stack>
  )
}

function kindRows({ by_kind }: StorageReport) {
  return by_kind
    .filter(({ objects }) => objects > 0)
    .map(({ kind, objects, bytes }) => ({ key: kind, name: storageKinds[kind], objects, bytes }))
}

function projectRows({ by_project }: StorageReport) {
  return by_project.map(({ project, objects, bytes }) => ({
    key: project?.id ?? '',
    name: project ? (
      <Link component={RouterLink} to={`/project/${project.id}`}>
        <bdi>{project.name}</bdi>
      </Link>
    ) : (
      words.projects.unsorted
    ),
    objects,
    bytes,
  }))
}

const own = words.used
const nearly = 0.9

/** How much of its room the organisation has used. */
function QuotaBar({ used_bytes, quota_bytes }: Pick<StorageReport, 'used_bytes' | 'quota_bytes'>) {
  const used = formatBytes(used_bytes)
  if (quota_bytes === null) {
    return (
      <Panel title={own.title}>
        <Typography>
          {own.plain(used)}. {own.noQuota}
        </Typography>
      </Panel>
    )
  }
  const share = quota_bytes === 0 ? 1 : used_bytes / quota_bytes
  const state = share >= 1 ? 'full' : share >= nearly ? 'nearlyFull' : undefined
  return (
    <Panel title={own.title}>
      <Typography>{own.of(used, formatBytes(quota_bytes))}</Typography>
      <LinearProgress
        variant="determinate"
        color={state === 'full' ? 'error' : state === 'nearlyFull' ? 'warning' : 'primary'}
        value={Math.min(100, share * 100)}
        aria-label={own.label}
        sx={{ mt: 2, height: 8, borderRadius: 4, bgcolor: 'tokens.accent' }}
      />
      {state && (
        <Typography sx={{ mt: 2, color: state === 'full' ? 'tokens.fail' : 'tokens.warn' }}>
          {own[state]}
        </Typography>
      )}
    </Panel>
  )
}
