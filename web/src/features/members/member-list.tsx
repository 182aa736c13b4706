import type { User } from '@cresyl/contract/people/users'
import { type ItemColumn, ItemList, NameCell } from '../../ui/list/item-list.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { MemberName, MemberStateChip, RoleSelect } from './member-parts.tsx'
import type { MemberActions } from './use-member-actions.tsx'
import { words } from './words.ts'

const { label, columns: heads, never, unknown } = words.list

interface MemberListProps {
  members: readonly User[]
  actions: MemberActions
  busy: boolean
  /** Others see the people only. */
  mayManage: boolean
}

export function MemberList({ members, actions, busy, mayManage }: MemberListProps) {
  const lastSeen = ({ last_seen_at }: User) => (last_seen_at ? <RelativeTime time={last_seen_at} /> : never)
  const managed: ItemColumn<User>[] = [
    {
      label: heads.email,
      card: 'fact',
      cell: ({ email }) => <NameCell name={email} otherwise={unknown} />,
      inCard: ({ email }) => email,
    },
    {
      label: heads.role,
      width: 210,
      card: 'chip',
      cell: (member) => <RoleSelect member={member} actions={actions} />,
    },
    {
      label: heads.state,
      width: 120,
      card: 'chip',
      cell: ({ state }) => state && <MemberStateChip state={state} />,
    },
    {
      label: heads.joined,
      width: 130,
      card: 'none',
      cell: ({ joined_at }) => joined_at && <RelativeTime time={joined_at} />,
    },
    {
      label: heads.lastSeen,
      width: 130,
      card: 'fact',
      cell: lastSeen,
      inCard: (member) => (
        <>
          {heads.lastSeen}: {lastSeen(member)}
        </>
      ),
    },
  ]
  const name: ItemColumn<User> = {
    label: heads.name,
    card: 'title',
    cell: (member) => <MemberName member={member} own={actions.isOwn(member)} />,
  }
  return (
    <ItemList
      label={label}
      items={members}
      keyOf={({ id }) => id}
      columns={mayManage ? [name, ...managed] : [name]}
      busy={busy}
      menu={mayManage ? (member) => <RowMenu of={member.name} actions={actions.menuOf(member)} /> : undefined}
    />
  )
}
