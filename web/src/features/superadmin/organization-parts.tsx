import type { ListedOrganization } from '@cresyl/contract/organizations'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Ban, CircleCheck } from '../../ui/icons.ts'
import { StateChip } from '../../ui/state-chip.tsx'
import { gigabytesOf } from './organization-draft.ts'
import { words } from './words.ts'

/** Names may be long, or run from right to left: they stay on one line here and keep to themselves. */
export function OrganizationTitle({
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

export function OrganizationState({ organization }: { organization: ListedOrganization }) {
  const { active, disabled } = words.list.states
  return organization.disabled_at === null ? (
    <StateChip icon={CircleCheck} tone="pass" label={active} />
  ) : (
    <StateChip icon={Ban} tone="muted" label={disabled} />
  )
}

export function quotaText({ quota_bytes }: ListedOrganization): string {
  return quota_bytes === null ? words.list.noQuota : words.list.quota(gigabytesOf(quota_bytes))
}
