import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Microscope } from '../../../ui/frame/icons.ts'
import { LinkButton } from '../../../ui/frame/link-button.tsx'
import { Page } from '../../../ui/frame/page.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { ErrorState } from '../../../ui/state/error-state.tsx'
import { NoAccess } from '../../../ui/state/no-access.tsx'
import { formatPercent } from '../../../ui/text/dates.ts'
import { isMissing } from '../slide/missing.ts'
import { isNotReady, useReadingProgress } from '../slide/queries.ts'
import { words } from './words.ts'

const { opening } = words

const home = (missing: boolean) => (
  <LinkButton to="/" variant={missing ? 'contained' : 'outlined'}>
    {opening.home}
  </LinkButton>
)

/** In place of the viewer: there is no such slide, or it could not be loaded. */
export function SlideFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Page title={words.title}>
      {isMissing(error) ? (
        <EmptyState icon={Microscope} title={opening.missing.title} action={home(true)}>
          {opening.missing.text}
        </EmptyState>
      ) : (
        <ErrorState title={opening.failedTitle} message={error.message} onRetry={onRetry}>
          {home(false)}
        </ErrorState>
      )}
    </Page>
  )
}

export function SlideForbidden() {
  const { title, text, deed } = opening.forbidden
  return (
    <Page title={words.title}>
      <NoAccess title={title} text={text} permission="view:viewers" deed={deed} />
    </Page>
  )
}

interface ImageFailedProps {
  slideId: string
  error: Error
  /** Whether reading the file has ended without an image. */
  isUnreadable: boolean
  onRetry: () => void
}

/** In a pane, in place of the image: being read, unreadable, gone, or not to be had just now. */
export function ImageFailed({ slideId, error, isUnreadable, onRetry }: ImageFailedProps) {
  if (isNotReady(error) && !isUnreadable) return <BeingRead slideId={slideId} />
  const title = isUnreadable
    ? opening.unreadable
    : isMissing(error)
      ? opening.missingImage
      : opening.failedTitle
  return (
    <Middle>
      <Stack role="alert" sx={{ gap: 2, alignItems: 'center' }}>
        <Typography variant="h2">{title}</Typography>
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {isMissing(error) ? opening.missing.text : error.message}
        </Typography>
        <Button variant="contained" onClick={onRetry}>
          {opening.retry}
        </Button>
      </Stack>
    </Middle>
  )
}

function BeingRead({ slideId }: { slideId: string }) {
  const progress = useReadingProgress(slideId)
  return (
    <Middle>
      <Typography variant="h2">{opening.reading.title}</Typography>
      <Typography color="textSecondary" role="status" sx={{ my: 2 }}>
        {opening.reading.text}
        {progress !== null && ` ${opening.reading.progress(formatPercent(progress))}`}
      </Typography>
      <LinearProgress
        aria-label={opening.reading.title}
        {...(progress !== null && { variant: 'determinate', value: Math.floor(progress * 100) })}
        sx={{ height: 4, borderRadius: 2, bgcolor: 'tokens.accent' }}
      />
    </Middle>
  )
}

/** A card in the middle of a pane. */
export function Middle({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', p: 4 }}>
      <Box
        sx={{
          maxWidth: 440,
          p: 5,
          textAlign: 'center',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
          color: 'text.primary',
        }}
      >
        {children}
      </Box>
    </Box>
  )
}
