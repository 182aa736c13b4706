import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { Note } from '../info-panel/info-section.tsx'

interface PanelFailedProps {
  /** What could not be shown. */
  title: string
  error: Error
  retry: string
  onRetry: () => unknown
}

/** In place of what a panel would show. */
export function PanelFailed({ title, error, retry, onRetry }: PanelFailedProps) {
  return (
    <Stack role="alert" sx={{ p: 4, gap: 3, alignItems: 'flex-start' }}>
      <Note>
        {title} {error.message}
      </Note>
      <Button size="small" variant="outlined" onClick={() => onRetry()}>
        {retry}
      </Button>
    </Stack>
  )
}
