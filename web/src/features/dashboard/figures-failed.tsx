import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { RefreshCw } from '../../ui/icons.ts'
import { words } from './words.ts'

interface FiguresFailedProps {
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean }
}

/** In place of what the figures would tell; the rest of the page stands by itself. */
export function FiguresFailed({ query: { error, refetch, isFetching } }: FiguresFailedProps) {
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
