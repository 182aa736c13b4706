import Dialog from '@mui/material/Dialog'
import { Crash } from '../crash.tsx'
import { words } from '../words.ts'

/** In place of the palette, where it could not be fetched or has failed. */
export function PaletteFailed({ error, onClose }: { error: unknown; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} slotProps={{ paper: { 'aria-label': words.search.label } }}>
      <Crash error={error} retry={onClose} />
    </Dialog>
  )
}
