import type { Demo } from '@cresyl/contract/demo'
import Typography from '@mui/material/Typography'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useRemoveDemo } from './queries.ts'
import { words } from './words.ts'

/** Says what goes and what stays before it does. */
export function RemoveDemoDialog({ demo, onClose }: { demo: Demo; onClose: () => void }) {
  const remove = useRemoveDemo()
  return (
    <ConfirmDialog
      title={words.remove.title}
      confirmLabel={words.remove.confirm}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            showToast(words.remove.started, 'info')
            onClose()
          },
          onError: onClose,
        })
      }
    >
      <Typography sx={{ mb: 2 }}>{words.remove.goes(demo.slides, demo.projects)}</Typography>
      <Typography>{words.remove.stays}</Typography>
    </ConfirmDialog>
  )
}
