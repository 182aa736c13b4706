import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { words } from '../words.ts'
import type { BatchDialogProps } from './batch-action.ts'
import { newsOf } from './batch-news.ts'
import { useStartChecks } from './queries.ts'

export function CheckDialog({ chosen: { selection, count }, onStarted, onClose }: BatchDialogProps) {
  const { mutate, isPending } = useStartChecks()
  return (
    <ConfirmDialog
      title={words.check.title(count)}
      confirmLabel={words.check.confirm}
      tone="plain"
      busy={isPending}
      onConfirm={() =>
        mutate(selection, {
          onSuccess: ({ id }) => {
            showToast(words.check.started(count), 'info')
            onStarted({ id: newsOf('checks', id) })
          },
        })
      }
      onClose={onClose}
    >
      {words.check.text(count)}
    </ConfirmDialog>
  )
}
