import { roles } from '@cresyl/contract/permissions'
import type { Invitation } from '@cresyl/contract/users'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { Clock, Link2, X } from '../../ui/icons.ts'
import { CardList } from '../../ui/list-frame.tsx'
import { RelativeTime, useMinute } from '../../ui/relative-time.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { StateChip } from '../../ui/state-chip.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { words } from './words.ts'

interface InvitationRowsProps {
  invitations: readonly Invitation[]
  onRenew: (invitation: Invitation) => void
  onWithdraw: (invitation: Invitation) => void
}

const { invitations: own } = words

export function InvitationTable({ invitations, ...actions }: InvitationRowsProps) {
  return (
    <Table aria-label={own.title} sx={{ tableLayout: 'fixed' }}>
      <TableHead>
        <TableRow>
          <TableCell>{own.columns.who}</TableCell>
          <TableCell width={180}>{own.columns.role}</TableCell>
          <TableCell width={200}>{own.columns.by}</TableCell>
          <TableCell width={150}>{own.columns.expires}</TableCell>
          <TableCell width={64}>
            <VisuallyHidden>{own.columns.actions}</VisuallyHidden>
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {invitations.map((invitation) => (
          <TableRow key={invitation.id} hover>
            <TableCell component="th" scope="row">
              <Who invitation={invitation} />
            </TableCell>
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
      </TableBody>
    </Table>
  )
}

export function InvitationCards({ invitations, ...actions }: InvitationRowsProps) {
  return (
    <CardList label={own.title}>
      {invitations.map((invitation) => (
        <Stack component="li" direction="row" key={invitation.id} sx={{ gap: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Who invitation={invitation} />
            <Typography variant="body2" color="textSecondary" component="div">
              {roles[invitation.role].label} · {own.columns.expires} <Expiry time={invitation.expires_at} />
            </Typography>
          </Box>
          <Box>
            <InvitationMenu invitation={invitation} {...actions} />
          </Box>
        </Stack>
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

function Expiry({ time }: { time: string }) {
  const now = useMinute()
  return new Date(time) > now ? (
    <RelativeTime time={time} />
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
      label={words.actions.of(invitation.email)}
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
