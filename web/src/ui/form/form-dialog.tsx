import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId, useState } from 'react'
import { useNarrow } from '../frame/use-narrow.ts'
import { GatedButton } from '../state/gated.tsx'
import { DiscardDialog } from './discard-dialog.tsx'

interface FormDialogProps {
  title: string
  submitLabel: string
  /** Why it can't be sent yet. */
  reason?: string | undefined
  form: {
    readonly busy: boolean
    /** Something was typed that closing would lose. */
    readonly changed: boolean
    submit(): void
  }
  maxWidth?: 'xs' | 'sm' | 'md'
  onClose: () => void
  children: ReactNode
}

/** The frame of a form: what is typed is lost only if someone says so. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, reason, form, maxWidth = 'sm', onClose, children } = props
  const titleId = useId()
  const [asking, setAsking] = useState(false)
  const narrow = useNarrow('sm')
  return (
    <Dialog
      open
      fullWidth
      maxWidth={maxWidth}
      fullScreen={narrow}
      onClose={() => (form.changed ? setAsking(true) : onClose())}
      aria-labelledby={titleId}
    >
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // A form inside a dialog that was opened by another form must not send that one too.
          event.stopPropagation()
          if (reason === undefined && !form.busy) form.submit()
        }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ '& > .MuiAlert-root': { mb: 4 } }}>{children}</DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <GatedButton type="submit" variant="contained" loading={form.busy} reason={reason}>
            {submitLabel}
          </GatedButton>
        </DialogActions>
      </Form>
      {asking && (
        <DiscardDialog title="Discard your input?" onDiscard={onClose} onKeep={() => setAsking(false)} />
      )}
    </Dialog>
  )
}

// The dialog scrolls its content; the form must not stand in the way of that.
const Form = styled('form')({ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 })
