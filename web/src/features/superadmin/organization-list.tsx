import type { ListedOrganization } from '@cresyl/contract/people/organizations'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Ban, CircleCheck } from '../../ui/frame/icons.ts'
import { type ItemColumn, ItemList, NameCell } from '../../ui/list/item-list.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { StateChip } from '../../ui/state/state-chip.tsx'
import { formatNumber } from '../../ui/text/dates.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { gigabytesOf } from './organization-draft.ts'
import type { OrganizationActions } from './use-organization-actions.tsx'
import { words } from './words.ts'

const { label, columns: heads, members: countMembers } = words.list

const facts: readonly ItemColumn<ListedOrganization>[] = [
  {
    label: heads.name,
    card: 'fact',
    cell: ({ name }) => <NameCell name={name} />,
    inCard: ({ name }) => name,
  },
  {
    label: heads.members,
    width: 100,
    align: 'right',
    card: 'fact',
    cell: ({ members }) => formatNumber(members ?? 0),
    inCard: ({ members }) => countMembers(members ?? 0),
  },
  {
    label: heads.quota,
    width: 150,
    align: 'right',
    card: 'fact',
    cell: quotaText,
    sx: { whiteSpace: 'nowrap' },
  },
  {
    label: heads.state,
    width: 130,
    card: 'chip',
    cell: (organization) => <OrganizationState organization={organization} />,
  },
  {
    label: heads.created,
    width: 140,
    card: 'fact',
    cell: ({ created_at }) => created_at && <RelativeTime time={created_at} />,
  },
]

interface OrganizationListProps {
  organizations: readonly ListedOrganization[]
  actions: OrganizationActions
  busy: boolean
}

export function OrganizationList({ organizations, actions, busy }: OrganizationListProps) {
  const title: ItemColumn<ListedOrganization> = {
    label: heads.displayName,
    card: 'title',
    cell: (organization) => (
      <OrganizationTitle organization={organization} current={actions.isCurrent(organization)} />
    ),
  }
  return (
    <ItemList
      label={label}
      items={organizations}
      keyOf={({ id }) => id}
      columns={[title, ...facts]}
      busy={busy}
      menu={(organization) => (
        <RowMenu of={organization.display_name} actions={actions.menuOf(organization)} />
      )}
    />
  )
}

/** Names may be long, or run from right to left: they stay on one line here and keep to themselves. */
function OrganizationTitle({
  organization,
  current,
}: {
  organization: ListedOrganization
  current: boolean
}) {
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center', minWidth: 0 }}>
      <Typography noWrap title={organization.display_name} sx={{ fontWeight: 600 }}>
        <bdi>{organization.display_name}</bdi>
      </Typography>
      {current && <Chip size="small" color="primary" variant="outlined" label={words.list.current} />}
    </Stack>
  )
}

function OrganizationState({ organization }: { organization: ListedOrganization }) {
  const { active, disabled } = words.list.states
  return organization.disabled_at === null ? (
    <StateChip icon={CircleCheck} tone="pass" label={active} />
  ) : (
    <StateChip icon={Ban} tone="muted" label={disabled} />
  )
}

function quotaText({ quota_bytes }: ListedOrganization): string {
  return quota_bytes === null ? words.list.noQuota : words.list.quota(gigabytesOf(quota_bytes))
}
