import { type RoleKey, roles } from '@cresyl/contract/permissions'
import type { User } from '@cresyl/contract/users'
import { type ReactNode, useState } from 'react'
import { KeyRound, UserCheck, UserX } from '../../ui/icons.ts'
import { permissionReason } from '../../ui/permission-reason.ts'
import type { RowAction } from '../../ui/row-menu.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { isGrave } from './member-filter.ts'
import { useUpdateMember } from './mutations.ts'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { StateDialog } from './state-dialog.tsx'
import { words } from './words.ts'

export interface MemberActions {
  isOwn: (member: User) => boolean
  setRole: (member: User, role: RoleKey) => void
  /** Why the role can't be changed; undefined where it can. */
  roleReason: (member: User) => string | undefined
  menuOf: (member: User) => RowAction[]
  /** To be rendered by whoever offers the actions. */
  dialogs: ReactNode
}

type Opened =
  | { dialog: 'role'; member: User; from: RoleKey; to: RoleKey }
  | { dialog: 'state' | 'reset'; member: User }
  | null

export function useMemberActions(ownId: string | undefined, mayManage: boolean): MemberActions {
  const [opened, setOpened] = useState<Opened>(null)
  const update = useUpdateMember()
  const close = () => setOpened(null)
  const isOwn = ({ id }: User) => id === ownId
  const permission = mayManage
    ? undefined
    : permissionReason('update:organization_settings', words.deeds.update)

  function setRole(member: User, to: RoleKey) {
    const from = member.role
    if (from === null || from === to) return
    if (isGrave(from, to)) return setOpened({ dialog: 'role', member, from, to })
    update.mutate(
      { member, change: { role: to } },
      { onSuccess: () => void showToast(words.done.role(member.name, roles[to].label)) },
    )
  }

  return {
    isOwn,
    setRole,
    roleReason: (member) => permission ?? (isOwn(member) ? words.actions.ownRole : undefined),
    menuOf: (member) => [
      {
        label: words.actions.reset,
        icon: <KeyRound size={18} aria-hidden />,
        reason: permission ?? (isOwn(member) ? words.actions.ownPassword : undefined),
        run: () => setOpened({ dialog: 'reset', member }),
      },
      member.state === 'disabled'
        ? {
            label: words.actions.enable,
            icon: <UserCheck size={18} aria-hidden />,
            reason: permission,
            run: () => setOpened({ dialog: 'state', member }),
          }
        : {
            label: words.actions.disable,
            icon: <UserX size={18} aria-hidden />,
            danger: true,
            reason: permission ?? (isOwn(member) ? words.actions.ownState : undefined),
            run: () => setOpened({ dialog: 'state', member }),
          },
    ],
    dialogs: (
      <>
        {opened?.dialog === 'role' && <RoleDialog {...opened} onClose={close} />}
        {opened?.dialog === 'state' && <StateDialog member={opened.member} onClose={close} />}
        {opened?.dialog === 'reset' && <ResetPasswordDialog member={opened.member} onClose={close} />}
      </>
    ),
  }
}
