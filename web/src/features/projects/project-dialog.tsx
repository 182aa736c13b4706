import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { words } from './words.ts'

interface ProjectDialogProps {
  title: string
  submitLabel: string
  busy: boolean
  /** Something was typed that closing would lose. */
  changed: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** The frame of the forms of a project: what is typed is lost only if someone says so. */
export function ProjectDialog(props: ProjectDialogProps) {
  const { title, submitLabel, busy, changed, onSubmit, onClose, children } = props
  const titleId = useId()
  const [asking, setAsking] = useState(false)
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={narrow}
      onClose={() => (changed ? setAsking(true) : onClose())}
      aria-labelledby={titleId}
    >
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {submitLabel}
          </Button>
        </DialogActions>
      </Form>
      {asking && (
        <ConfirmDialog
          title={words.discard.title}
          confirmLabel={words.discard.confirm}
          cancelLabel={words.discard.keep}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          {words.discard.text}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

// The dialog scrolls its content; the form must not stand in the way of that.
const Form = styled('form')({ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 })
