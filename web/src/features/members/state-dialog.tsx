import { roles } from '@cresyl/contract/permissions'
import type { User } from '@cresyl/contract/users'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useUpdateMember } from './mutations.ts'
import { Refusal } from './refusal.tsx'
import { words } from './words.ts'

/** Disables a member who is active, enables one who is disabled. */
export function StateDialog({ member, onClose }: { member: User; onClose: () => void }) {
  const update = useUpdateMember({ shownInPlace: true })
  const enable = member.state === 'disabled'
  const { title, confirm } = enable ? words.enable : words.disable
  const role = member.role === null ? words.list.unknown : roles[member.role].label
  return (
    <ConfirmDialog
      title={title(member.name)}
      confirmLabel={confirm}
      tone={enable ? 'plain' : 'danger'}
      busy={update.isPending}
      onClose={onClose}
      onConfirm={() =>
        update.mutate(
          { member, change: { disabled: !enable } },
          {
            onSuccess: () => {
              const done = enable ? words.done.enabled : words.done.disabled
              showToast(done(member.name))
              onClose()
            },
          },
        )
      }
    >
      {enable ? words.enable.text(role) : words.disable.text}
      <Refusal error={update.error} />
    </ConfirmDialog>
  )
}
