import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { FolderSearch } from '../../ui/frame/icons.ts'
import { LinkButton } from '../../ui/frame/link-button.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { isMissing, type useProject } from './queries.ts'
import { words } from './words.ts'

/** The page of a project while it isn't there: loading, not found, or failed. */
export function ProjectPageState({ query: { error, refetch } }: { query: ReturnType<typeof useProject> }) {
  const { page } = words
  if (!error) {
    return (
      <Box role="status" aria-label={page.loading} sx={{ maxWidth: 1440, mx: 'auto', p: 6 }}>
        <Skeleton width="40%" height={36} />
        <Skeleton width="25%" />
        <Skeleton variant="rounded" height={240} sx={{ mt: 6 }} />
      </Box>
    )
  }
  const home = (
    <LinkButton to="/" variant={isMissing(error) ? 'contained' : 'outlined'}>
      {page.missing.action}
    </LinkButton>
  )
  if (isMissing(error)) {
    return (
      <Page title={page.title}>
        <EmptyState icon={FolderSearch} title={page.missing.title} action={home}>
          {page.missing.text}
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title={page.title}>
      <ErrorState title={page.failedTitle} message={error.message} onRetry={refetch}>
        {home}
      </ErrorState>
    </Page>
  )
}
