import type { User } from '@cresyl/contract/users'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { ActionsHeader, ListTable, RowHeader } from '../../ui/list-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { MemberName, MemberStateChip, RoleSelect } from './member-parts.tsx'
import type { MemberActions } from './use-member-actions.tsx'
import { words } from './words.ts'

export interface MemberListProps {
  members: readonly User[]
  actions: MemberActions
  busy: boolean
  /** Others see the people only. */
  mayManage: boolean
}

const { columns } = words.list

export function MemberTable({ members, actions, busy, mayManage }: MemberListProps) {
  return (
    <ListTable
      label={words.list.label}
      busy={busy}
      head={
        <>
          <TableCell>{columns.name}</TableCell>
          {mayManage && (
            <>
              <TableCell>{columns.email}</TableCell>
              <TableCell width={210}>{columns.role}</TableCell>
              <TableCell width={120}>{columns.state}</TableCell>
              <TableCell width={130}>{columns.joined}</TableCell>
              <TableCell width={130}>{columns.lastSeen}</TableCell>
              <ActionsHeader />
            </>
          )}
        </>
      }
    >
      {members.map((member) => (
        <TableRow key={member.id} hover>
          <RowHeader>
            <MemberName member={member} own={actions.isOwn(member)} />
          </RowHeader>
          {mayManage && <ManagedCells member={member} actions={actions} />}
        </TableRow>
      ))}
    </ListTable>
  )
}

function ManagedCells({ member, actions }: { member: User; actions: MemberActions }) {
  return (
    <>
      <TableCell>
        <Typography noWrap {...(member.email && { title: member.email })}>
          {member.email ?? words.list.unknown}
        </Typography>
      </TableCell>
      <TableCell>
        <RoleSelect member={member} actions={actions} />
      </TableCell>
      <TableCell>{member.state && <MemberStateChip state={member.state} />}</TableCell>
      <TableCell>{member.joined_at && <RelativeTime time={member.joined_at} />}</TableCell>
      <TableCell>
        {member.last_seen_at ? <RelativeTime time={member.last_seen_at} /> : words.list.never}
      </TableCell>
      <TableCell align="right">
        <RowMenu of={member.name} actions={actions.menuOf(member)} />
      </TableCell>
    </>
  )
}
