import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { words } from '../words.ts'
import type { BatchDialogProps } from './batch-action.ts'
import { useStartBatch } from './queries.ts'

export function DeleteDialog({ chosen, onStarted, onClose }: BatchDialogProps) {
  const { mutate, isPending } = useStartBatch()
  const { selection, count } = chosen
  return (
    <ConfirmDialog
      title={words.delete.title(count)}
      confirmLabel={words.delete.confirm}
      busy={isPending}
      onConfirm={() => mutate({ selection, action: { kind: 'delete' } }, { onSuccess: onStarted })}
      onClose={onClose}
    >
      {words.delete.text(count)}
    </ConfirmDialog>
  )
}

export function RestoreDialog({ chosen, onStarted, onClose }: BatchDialogProps) {
  const { mutate, isPending } = useStartBatch()
  const { selection, count } = chosen
  return (
    <ConfirmDialog
      title={words.restore.title(count)}
      confirmLabel={words.restore.confirm}
      tone="plain"
      busy={isPending}
      onConfirm={() => mutate({ selection, action: { kind: 'restore' } }, { onSuccess: onStarted })}
      onClose={onClose}
    >
      {words.restore.text(chosen.count)}
    </ConfirmDialog>
  )
}
