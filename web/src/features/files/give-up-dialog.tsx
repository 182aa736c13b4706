import type { File } from '@cresyl/contract/files'
import Typography from '@mui/material/Typography'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useGiveUpUpload } from './mutations.ts'
import type { Sending } from './sending.ts'
import { words } from './words.ts'

interface GiveUpDialogProps {
  file: File
  sending: Sending | undefined
  onClose: () => void
}

export function GiveUpDialog({ file, sending, onClose }: GiveUpDialogProps) {
  const giveUp = useGiveUpUpload()
  const own = words.giveUp
  return (
    <ConfirmDialog
      title={own.title}
      confirmLabel={own.confirm}
      cancelLabel={own.keep}
      busy={giveUp.isPending}
      onClose={onClose}
      onConfirm={() =>
        giveUp.mutate(file, {
          onSuccess: ({ name }) => void showToast(own.done(name)),
          onSettled: onClose,
        })
      }
    >
      <Typography sx={{ fontWeight: 600, mb: 2 }}>
        <bdi>{file.name}</bdi>
      </Typography>
      {sending && <Typography sx={{ mb: 2 }}>{own.otherTab}</Typography>}
      <Typography>{own.text}</Typography>
    </ConfirmDialog>
  )
}
