import { ConfirmDialog } from './confirm-dialog.tsx'

interface DiscardDialogProps {
  title?: string
  onDiscard: () => void
  onKeep: () => void
}

/** Asks before typed text is lost. */
export function DiscardDialog(props: DiscardDialogProps) {
  const { title = 'Discard your changes?', onDiscard, onKeep } = props
  return (
    <ConfirmDialog
      title={title}
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={onDiscard}
      onClose={onKeep}
    >
      It has not been saved.
    </ConfirmDialog>
  )
}
