import { usePermission } from '../../lib/session/session-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { GatedButton } from '../../ui/gated.tsx'
import { FileChartColumn, Upload } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NoAccess } from '../../ui/no-access.tsx'
import { permissionReason } from '../../ui/permission-reason.ts'
import { useHasFiles } from './queries.ts'
import { ReportSkeleton } from './view/report-skeleton.tsx'
import { ReportView } from './view/report-view.tsx'
import { words } from './words.ts'

interface ReportsOverviewProps {
  organizationName: string
  /** Of the organisation; undefined until it is known. */
  timeZone: string | undefined
  uploads: string
}

/** What the organisation did over time. */
export function ReportsOverview({ organizationName, timeZone, uploads }: ReportsOverviewProps) {
  const mayRead = usePermission('read:files')
  const { data: hasFiles, error, refetch } = useHasFiles(mayRead)
  if (!mayRead) return <NoAccess {...words.noAccess} permission="read:files" />
  if (hasFiles === undefined && error) {
    return <ErrorState title={words.failedTitle} message={error.message} onRetry={() => void refetch()} />
  }
  if (hasFiles === undefined || timeZone === undefined) return <ReportSkeleton />
  if (!hasFiles) return <NothingYet uploads={uploads} />
  return <ReportView organizationName={organizationName} timeZone={timeZone} />
}

function NothingYet({ uploads }: { uploads: string }) {
  const { title, text, action, deed } = words.empty
  const mayUpload = usePermission('create:files')
  const look = { variant: 'contained', startIcon: <Upload size={18} aria-hidden /> } as const
  return (
    <EmptyState
      icon={FileChartColumn}
      title={title}
      action={
        mayUpload ? (
          <LinkButton {...look} to={uploads}>
            {action}
          </LinkButton>
        ) : (
          <GatedButton {...look} reason={permissionReason('create:files', deed)}>
            {action}
          </GatedButton>
        )
      }
    >
      {text}
    </EmptyState>
  )
}
