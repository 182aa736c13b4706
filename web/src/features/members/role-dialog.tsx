import { type RoleKey, roles } from '@cresyl/contract/permissions'
import type { User } from '@cresyl/contract/users'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useUpdateMember } from './mutations.ts'
import { Refusal } from './refusal.tsx'
import { words } from './words.ts'

interface RoleDialogProps {
  member: User
  from: RoleKey
  to: RoleKey
  onClose: () => void
}

export function RoleDialog({ member, from, to, onClose }: RoleDialogProps) {
  const update = useUpdateMember({ shownInPlace: true })
  const { label, weight } = roles[to]
  const lower = weight < roles[from].weight
  return (
    <ConfirmDialog
      title={words.roleChange.title(label)}
      confirmLabel={words.roleChange.confirm}
      tone={lower ? 'danger' : 'plain'}
      busy={update.isPending}
      onClose={onClose}
      onConfirm={() =>
        update.mutate(
          { member, change: { role: to } },
          {
            onSuccess: () => {
              showToast(words.done.role(member.name, label))
              onClose()
            },
          },
        )
      }
    >
      {lower ? words.roleChange.lower(member.name, label) : words.roleChange.admin(member.name)}
      <Refusal error={update.error} />
    </ConfirmDialog>
  )
}
