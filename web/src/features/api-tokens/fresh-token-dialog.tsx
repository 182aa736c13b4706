import type { FreshApiToken } from '@cresyl/contract/people/api-tokens'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { CopyField } from '../../ui/form/copy-field.tsx'
import { exampleCommand } from './example-command.ts'
import { words } from './words.ts'

interface FreshTokenDialogProps {
  token: FreshApiToken
  onClose: () => void
}

/** The token, the only time it is shown. */
export function FreshTokenDialog({ token, onClose }: FreshTokenDialogProps) {
  const titleId = useId()
  const [copied, setCopied] = useState(false)
  const [asking, setAsking] = useState(false)
  const close = () => (copied ? onClose() : setAsking(true))
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={close} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{words.ready.title}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4, pt: 1 }}>
          <Alert severity="warning" variant="outlined">
            {words.ready.warning}
          </Alert>
          <CopyField label={words.ready.label} value={token.token} onCopied={() => setCopied(true)} />
          <div>
            <Typography variant="h3" component="p" sx={{ mb: 3 }}>
              {words.ready.example}
            </Typography>
            <CopyField
              label={words.ready.exampleLabel}
              value={exampleCommand(location.origin, token)}
              onCopied={() => setCopied(true)}
            />
          </div>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{words.ready.done}</Button>
      </DialogActions>
      {asking && (
        <ConfirmDialog
          title={words.ready.leaveTitle}
          confirmLabel={words.ready.leave}
          cancelLabel={words.ready.stay}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          {words.ready.leaveText}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
