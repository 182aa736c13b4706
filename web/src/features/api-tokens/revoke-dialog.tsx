import type { ApiToken } from '@cresyl/contract/api-tokens'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useRevokeApiToken } from './queries.ts'
import { words } from './words.ts'

export function RevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revoke = useRevokeApiToken()
  return (
    <ConfirmDialog
      title={words.revoke.title}
      confirmLabel={words.revoke.confirm}
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(token.id, {
          onSuccess: () => {
            showToast(words.revoke.done(token.name))
            onClose()
          },
        })
      }
    >
      <strong>
        <bdi>{token.name}</bdi>
      </strong>{' '}
      {words.revoke.text}
    </ConfirmDialog>
  )
}
