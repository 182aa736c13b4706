import type { Dashboard as Figures } from '@cresyl/contract/lab/dashboard'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { RefreshCw, Upload } from '../../ui/frame/icons.ts'
import { LinkButton } from '../../ui/frame/link-button.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { Attention } from './attention.tsx'
import { Quality } from './quality.tsx'
import { useDashboard, useRefreshOnFailures } from './queries.ts'
import { RecentSlides } from './recent-slides.tsx'
import { StoragePanel } from './storage-panel.tsx'
import { Summary } from './summary.tsx'
import { words } from './words.ts'

interface DashboardProps {
  organizationName: string
  uploads: string
  /** The list of all slides. */
  slides: string
  /** How many jobs have failed: with another one, something else may need attention. */
  failures: number | undefined
  /** Above all else, such as the way to begin. */
  renderFirst: (figures: Figures | null | undefined) => ReactNode
  running: ReactNode
  renderProjects: (figures: Figures | null | undefined) => ReactNode
}

export function Dashboard(props: DashboardProps) {
  const { organizationName, uploads, slides, failures, renderFirst, running, renderProjects } = props
  const query = useDashboard()
  const { data: figures } = query
  useRefreshOnFailures(failures)
  return (
    <Page
      title={words.title}
      context={<Summary organizationName={organizationName} query={query} />}
      action={<UploadButton to={uploads} />}
    >
      <Stack sx={{ gap: { xs: 7, sm: 8 } }}>
        {renderFirst(figures)}
        {figures === undefined && query.error && <FiguresFailed query={query} />}
        {figures && <Attention attention={figures.attention} uploads={uploads} />}
        {running}
        <RecentSlides hasSlides={figures ? figures.slide_count > 0 : undefined} />
        {figures && <Quality counts={figures.qc_counts} slides={slides} />}
        {renderProjects(figures)}
        {figures?.storage && <StoragePanel storage={figures.storage} />}
      </Stack>
    </Page>
  )
}

function UploadButton({ to }: { to: string }) {
  const mayUpload = usePermission('create:files')
  const look = { variant: 'contained', startIcon: <Upload size={18} aria-hidden /> } as const
  if (!mayUpload) {
    return (
      <GatedButton {...look} reason={permissionReason('create:files', words.upload.deed)}>
        {words.upload.button}
      </GatedButton>
    )
  }
  return (
    <LinkButton {...look} to={to}>
      {words.upload.button}
    </LinkButton>
  )
}

interface FiguresFailedProps {
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean }
}

/** In place of what the figures would tell; the rest of the page stands by itself. */
function FiguresFailed({ query: { error, refetch, isFetching } }: FiguresFailedProps) {
  return (
    <Alert
      severity="error"
      variant="outlined"
      action={
        <Button
          size="small"
          color="inherit"
          loading={isFetching}
          startIcon={<RefreshCw size={16} aria-hidden />}
          onClick={() => refetch()}
        >
          Try again
        </Button>
      }
    >
      <strong>{words.failedTitle}.</strong> {error?.message}
    </Alert>
  )
}
