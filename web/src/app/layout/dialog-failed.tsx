import Dialog from '@mui/material/Dialog'
import { Crash } from '../crash.tsx'

interface DialogFailedProps {
  error: unknown
  /** What it would have been. */
  label: string
  onClose: () => void
}

/** In place of a dialog that could not be fetched or has failed: the page below goes on. */
export function DialogFailed({ error, label, onClose }: DialogFailedProps) {
  return (
    <Dialog open onClose={onClose} slotProps={{ paper: { 'aria-label': label } }}>
      <Crash error={error} retry={onClose} />
    </Dialog>
  )
}
