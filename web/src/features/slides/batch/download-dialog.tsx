import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { words } from '../words.ts'
import type { BatchDialogProps } from './batch-action.ts'

export function DownloadDialog({ chosen, onDownload, onClose }: BatchDialogProps) {
  const { mutate, isPending } = useMutation({ mutationFn: () => chosen.fetchFirst(chosen.count, 'name') })
  return (
    <ConfirmDialog
      title={words.download.title(chosen.count)}
      confirmLabel={words.download.confirm}
      tone="plain"
      busy={isPending}
      onConfirm={() =>
        mutate(undefined, {
          onSuccess: (slides) => {
            onDownload(slides)
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      {words.download.text(chosen.count)}
    </ConfirmDialog>
  )
}
