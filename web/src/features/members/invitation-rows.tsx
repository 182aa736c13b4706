import { roles } from '@cresyl/contract/api/permissions'
import type { Invitation } from '@cresyl/contract/people/users'
import Typography from '@mui/material/Typography'
import { Clock, Link2, X } from '../../ui/frame/icons.ts'
import { type ItemColumn, ItemList, NameCell } from '../../ui/list/item-list.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { StateChip } from '../../ui/state/state-chip.tsx'
import { RelativeTime, useMinute } from '../../ui/text/relative-time.tsx'
import { words } from './words.ts'

interface InvitationRowsProps {
  invitations: readonly Invitation[]
  onRenew: (invitation: Invitation) => void
  onWithdraw: (invitation: Invitation) => void
}

const { invitations: own } = words

const columns: readonly ItemColumn<Invitation>[] = [
  { label: own.columns.who, card: 'title', cell: (invitation) => <Who invitation={invitation} /> },
  { label: own.columns.role, width: 180, card: 'fact', cell: ({ role }) => roles[role].label },
  {
    label: own.columns.by,
    width: 200,
    card: 'none',
    cell: ({ invited_by }) => <NameCell name={invited_by?.name} otherwise={words.list.unknown} />,
  },
  {
    label: own.columns.expires,
    width: 150,
    card: 'fact',
    cell: ({ expires_at }) => <Expiry time={expires_at} />,
    inCard: ({ expires_at }) => <Expiry time={expires_at} lead={`${own.columns.expires} `} />,
  },
]

export function InvitationRows({ invitations, ...actions }: InvitationRowsProps) {
  return (
    <ItemList
      label={own.title}
      items={invitations}
      keyOf={({ id }) => id}
      columns={columns}
      cardsBelow="md"
      menu={(invitation) => <InvitationMenu invitation={invitation} {...actions} />}
    />
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
