import { usePermission } from '../../lib/session/session-context.tsx'
import { FileChartColumn, Upload } from '../../ui/frame/icons.ts'
import { LinkButton } from '../../ui/frame/link-button.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import { NoAccess } from '../../ui/state/no-access.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
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
