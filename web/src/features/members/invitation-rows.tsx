import { roles } from '@cresyl/contract/permissions'
import type { Invitation } from '@cresyl/contract/users'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { Clock, Link2, X } from '../../ui/icons.ts'
import { Card, CardList } from '../../ui/list-frame.tsx'
import { ActionsHeader, ListTable, RowHeader } from '../../ui/list-table.tsx'
import { RelativeTime, useMinute } from '../../ui/relative-time.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { StateChip } from '../../ui/state-chip.tsx'
import { words } from './words.ts'

interface InvitationRowsProps {
  invitations: readonly Invitation[]
  onRenew: (invitation: Invitation) => void
  onWithdraw: (invitation: Invitation) => void
}

const { invitations: own } = words

export function InvitationTable({ invitations, ...actions }: InvitationRowsProps) {
  return (
    <ListTable
      label={own.title}
      head={
        <>
          <TableCell>{own.columns.who}</TableCell>
          <TableCell width={180}>{own.columns.role}</TableCell>
          <TableCell width={200}>{own.columns.by}</TableCell>
          <TableCell width={150}>{own.columns.expires}</TableCell>
          <ActionsHeader />
        </>
      }
    >
      {invitations.map((invitation) => (
        <TableRow key={invitation.id} hover>
          <RowHeader>
            <Who invitation={invitation} />
          </RowHeader>
          <TableCell>{roles[invitation.role].label}</TableCell>
          <TableCell>
            <Typography noWrap>
              <bdi>{invitation.invited_by?.name ?? words.list.unknown}</bdi>
            </Typography>
          </TableCell>
          <TableCell>
            <Expiry time={invitation.expires_at} />
          </TableCell>
          <TableCell align="right">
            <InvitationMenu invitation={invitation} {...actions} />
          </TableCell>
        </TableRow>
      ))}
    </ListTable>
  )
}

export function InvitationCards({ invitations, ...actions }: InvitationRowsProps) {
  return (
    <CardList label={own.title}>
      {invitations.map((invitation) => (
        <Card key={invitation.id} menu={<InvitationMenu invitation={invitation} {...actions} />}>
          <Who invitation={invitation} />
          <Typography variant="body2" color="textSecondary" component="div">
            {roles[invitation.role].label} ·{' '}
            <Expiry time={invitation.expires_at} lead={`${own.columns.expires} `} />
          </Typography>
        </Card>
      ))}
    </CardList>
  )
}

function Who({ invitation: { name, email } }: { invitation: Invitation }) {
  return (
    <>
      <Typography noWrap title={email} sx={{ fontWeight: 600 }}>
        <bdi>{name || email}</bdi>
      </Typography>
      {name !== '' && (
        <Typography variant="body2" color="textSecondary" noWrap>
          {email}
        </Typography>
      )}
    </>
  )
}

/** `lead` stands before a time, where no column says what it is. */
function Expiry({ time, lead = '' }: { time: string; lead?: string }) {
  const now = useMinute()
  return new Date(time) > now ? (
    <>
      {lead}
      <RelativeTime time={time} />
    </>
  ) : (
    <StateChip icon={Clock} tone="warn" label={own.expired} />
  )
}

interface InvitationMenuProps extends Omit<InvitationRowsProps, 'invitations'> {
  invitation: Invitation
}

function InvitationMenu({ invitation, onRenew, onWithdraw }: InvitationMenuProps) {
  return (
    <RowMenu
      of={invitation.email}
      actions={[
        { label: own.renew, icon: <Link2 size={18} aria-hidden />, run: () => onRenew(invitation) },
        {
          label: own.withdraw,
          icon: <X size={18} aria-hidden />,
          danger: true,
          run: () => onWithdraw(invitation),
        },
      ]}
    />
  )
}
