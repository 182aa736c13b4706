import type { Job } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { useAddress } from '../../ui/address/use-address.ts'
import { Download, RefreshCw, Rows3 } from '../../ui/frame/icons.ts'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import { NoAccess } from '../../ui/state/no-access.tsx'
import { NothingFound } from '../../ui/state/nothing-found.tsx'
import { AuditList } from './audit-list.tsx'
import { AuditToolbar } from './audit-toolbar.tsx'
import { type AuditFilter, auditLog, type FilterChange } from './filter.ts'
import { auditKeys, useAuditLog, useExport, useFreshRows } from './queries.ts'
import { SealsCard } from './seals-card.tsx'
import { words } from './words.ts'

interface AuditLogTabProps {
  /** How far a job is. */
  progressOf: (job: Job) => ReactNode
}

/** Who did what, when and from where. */
export function AuditLogTab({ progressOf }: AuditLogTabProps) {
  const mayRead = usePermission('read:audits')
  const { title, text, deed } = words.noAccess
  if (!mayRead) return <NoAccess title={title} text={text} permission="read:audits" deed={deed} />
  return (
    <>
      <SealsCard progressOf={progressOf} />
      <Log />
    </>
  )
}

function Log() {
  const { values: filter, change } = useAddress(auditLog)
  return (
    <>
      <AuditToolbar filter={filter} onChange={change} />
      <Rows filter={filter} onChange={change} />
    </>
  )
}

interface RowsProps {
  filter: AuditFilter
  onChange: (change: FilterChange) => void
}

function Rows({ filter, onChange }: RowsProps) {
  const log = useAuditLog(filter)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = log
  const entries = useMemo(() => data?.pages.flatMap(({ results }) => results) ?? [], [data])
  const searchedTo = data?.pages.at(-1)?.searched_to ?? null
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && searchedTo === null) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, searchedTo])

  if (!data) {
    if (!error)
      return <ListSkeleton label={words.list.loading} shape={{ rows: 10, wide: 57, narrow: 96, lines: 2 }} />
    return <ErrorState title={words.list.failedTitle} message={error.message} onRetry={() => log.refetch()} />
  }
  const footer = (
    <Footer
      searchedTo={searchedTo}
      isBusy={isFetchingNextPage}
      isEnd={!hasNextPage}
      onFurther={() => fetchNextPage()}
    />
  )
  const [first] = data.pages
  if (entries.length === 0 && !hasNextPage) return <Nothing filter={filter} onChange={onChange} />
  return (
    <>
      <Stack
        direction="row"
        sx={{ mb: 2, minHeight: 32, gap: 3, alignItems: 'center', justifyContent: 'space-between' }}
      >
        <Typography variant="body2" color="textSecondary" role="status">
          {first && words.list.count(first.count, first.more_than_count)}
        </Typography>
        <Stack direction="row" sx={{ gap: 2 }}>
          <Fresh filter={filter} newest={entries[0]?.place} />
          <ExportButton filter={filter} />
        </Stack>
      </Stack>
      <AuditList
        entries={entries}
        busy={log.isPlaceholderData}
        onEnd={readOn}
        onFilter={onChange}
        footer={footer}
      />
    </>
  )
}

function Nothing({ filter, onChange }: RowsProps) {
  if (auditLog.isFiltered(filter))
    return (
      <NothingFound
        title={words.empty.foundTitle}
        action={words.empty.clear}
        onClear={() => onChange(auditLog.unfiltered)}
      >
        {words.empty.foundText}
      </NothingFound>
    )
  return (
    <EmptyState icon={Rows3} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  )
}

/** What has come in since: shown on request, so that nothing moves under whoever reads. */
function Fresh({ filter, newest }: { filter: AuditFilter; newest: string | undefined }) {
  const { data } = useFreshRows(filter, newest)
  const client = useQueryClient()
  if (!data || data.count === 0) return null
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<RefreshCw size={14} aria-hidden />}
      onClick={() => client.resetQueries({ queryKey: auditKeys.log(filter) })}
    >
      {words.list.fresh(data.count, data.more_than_count)}
    </Button>
  )
}

interface FooterProps {
  searchedTo: string | null
  isBusy: boolean
  isEnd: boolean
  onFurther: () => void
}

function Footer({ searchedTo, isBusy, isEnd, onFurther }: FooterProps) {
  if (isBusy) return <LinearProgress aria-label={words.list.more} />
  if (isEnd)
    return (
      <Typography variant="body2" color="textSecondary" sx={{ p: 3, textAlign: 'center' }}>
        {words.list.end}
      </Typography>
    )
  if (searchedTo === null) return null
  return (
    <Box
      sx={{ p: 3, display: 'flex', gap: 3, justifyContent: 'center', alignItems: 'center', flexWrap: 'wrap' }}
    >
      <Typography variant="body2" color="textSecondary">
        {words.list.searchedTo(searchedTo)}
      </Typography>
      <Button size="small" variant="outlined" onClick={onFurther}>
        {words.list.further}
      </Button>
    </Box>
  )
}

/** Downloads what the filter shows, as a table. */
function ExportButton({ filter }: { filter: AuditFilter }) {
  const exporting = useExport()
  return (
    <GatedButton
      size="small"
      variant="outlined"
      startIcon={<Download size={16} aria-hidden />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate(filter)}
    >
      {words.export.button}
    </GatedButton>
  )
}
