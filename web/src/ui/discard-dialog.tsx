import { ConfirmDialog } from './confirm-dialog.tsx'

interface DiscardDialogProps {
  onDiscard: () => void
  onKeep: () => void
}

/** Asks before typed text is lost. */
export function DiscardDialog({ onDiscard, onKeep }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title="Discard what you changed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={onDiscard}
      onClose={onKeep}
    >
      It has not been saved.
    </ConfirmDialog>
  )
}
