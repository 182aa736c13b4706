import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { CopyField } from '../../ui/form/copy-field.tsx'
import { CircleCheck } from '../../ui/frame/icons.ts'
import { formatDateTime } from '../../ui/text/dates.ts'
import { words } from './words.ts'

interface LinkDialogProps {
  title: string
  label: string
  given: { link: string; emailed: boolean; expires_at: string }
  email: string | null
  onClose: () => void
}

/** A link that someone has to be given. */
export function LinkDialog({ title, label, given, email, onClose }: LinkDialogProps) {
  const titleId = useId()
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 3, pt: 2 }}>
          <CopyField label={label} value={given.link} />
          {given.emailed && email && (
            <Stack direction="row" sx={{ gap: 2, color: 'tokens.pass' }}>
              <CircleCheck size={18} aria-hidden style={{ flexShrink: 0 }} />
              <Typography>{words.link.emailed(email)}</Typography>
            </Stack>
          )}
          <Typography color="textSecondary">
            {words.link.once} {words.link.expires} {formatDateTime(given.expires_at)}.
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{words.link.done}</Button>
      </DialogActions>
    </Dialog>
  )
}
