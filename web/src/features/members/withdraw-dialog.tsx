import type { Invitation } from '@cresyl/contract/users'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useRevokeInvitation } from './mutations.ts'
import { words } from './words.ts'

export function WithdrawDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const revoke = useRevokeInvitation()
  const { invitations: own } = words
  return (
    <ConfirmDialog
      title={own.withdrawTitle}
      confirmLabel={own.withdrawConfirm}
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(invitation.id, {
          onSuccess: () => {
            showToast(words.done.withdrawn(invitation.email))
            onClose()
          },
        })
      }
    >
      {own.withdrawText(invitation.email)}
    </ConfirmDialog>
  )
}
