import { textLimits } from '@cresyl/contract/limits'
import type { QcJob } from '@cresyl/contract/qc-jobs'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { useOverride } from './queries.ts'
import { words } from './words.ts'

const own = words.override

/** Takes the decision over from a check that failed: says what follows, and asks why. */
export function OverrideDialog({ check, onClose }: { check: QcJob; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const override = useOverride()
  const reason = typed.trim()
  const submit = () =>
    override.mutate(
      { check, overridden: true, reason },
      {
        onSuccess: () => {
          showToast(own.done)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={own.title}
      submitLabel={own.submit}
      reason={reason === '' ? own.reasonMissing : undefined}
      busy={override.isPending}
      changed={reason !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{check.message}</Typography>
      <Typography sx={{ mt: 3 }}>{own.text}</Typography>
      <Box component="ul" sx={{ mt: 2, mb: 4, pl: 5, display: 'grid', gap: 1 }}>
        {own.follows.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Box>
      <TextField
        required
        fullWidth
        autoFocus
        multiline
        minRows={2}
        maxRows={8}
        label={own.reason}
        helperText={own.reasonHint}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { maxLength: textLimits.reason, dir: 'auto' } }}
      />
    </FormDialog>
  )
}
