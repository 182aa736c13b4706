import { type RoleKey, roles } from '@cresyl/contract/api/permissions'
import type { User } from '@cresyl/contract/people/users'
import Alert from '@mui/material/Alert'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { KeyRound, UserCheck, UserX } from '../../ui/frame/icons.ts'
import type { RowAction } from '../../ui/list/row-menu.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { LinkDialog } from './link-dialog.tsx'
import { isGrave } from './member-filter.ts'
import { sentenceOf, useOfferPasswordReset, useUpdateMember } from './mutations.ts'
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

/** Asks first, then shows the link. */
function ResetPasswordDialog({ member, onClose }: { member: User; onClose: () => void }) {
  const offer = useOfferPasswordReset()
  if (offer.data) {
    return (
      <LinkDialog
        title={words.reset.ready(member.name)}
        label={words.reset.label}
        given={offer.data}
        email={member.email}
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      title={words.reset.title}
      confirmLabel={words.reset.submit}
      tone="plain"
      busy={offer.isPending}
      onClose={onClose}
      onConfirm={() => offer.mutate(member)}
    >
      {words.reset.text(member.name)}
      <Refusal error={offer.error} />
    </ConfirmDialog>
  )
}

/** Disables a member who is active, enables one who is disabled. */
function StateDialog({ member, onClose }: { member: User; onClose: () => void }) {
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

interface RoleDialogProps {
  member: User
  from: RoleKey
  to: RoleKey
  onClose: () => void
}

function RoleDialog({ member, from, to, onClose }: RoleDialogProps) {
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

/** Why the server would not, in the dialog that asked for it. */
function Refusal({ error }: { error: Error | null }) {
  const sentence = sentenceOf(error)
  if (sentence === undefined) return null
  return (
    <Alert severity="error" variant="outlined" sx={{ mt: 3 }}>
      {sentence}
    </Alert>
  )
}
