import { roleKeys, roles } from '@cresyl/contract/permissions'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useSessionState } from '../../lib/session/session-context.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { roleOf, roleSummaries } from '../../ui/role-words.ts'
import { type KnownOrganization, useOrganization, useOrganizationSettings } from './queries.ts'
import { words } from './words.ts'

export function ManageOrganizationPage() {
  const known = useOrganization()
  return (
    <Page title={words.title} context={words.context}>
      <Stack sx={{ gap: 5, maxWidth: 840 }}>
        {known.source === 'fallback' ? (
          <ErrorState title={words.failedTitle} message={words.failed}>
            <Button variant="contained" onClick={() => location.reload()}>
              {words.reload}
            </Button>
          </ErrorState>
        ) : (
          <OrganizationDetails known={known} />
        )}
        <RoleList />
      </Stack>
    </Page>
  )
}

function OrganizationDetails({ known }: { known: KnownOrganization }) {
  const settings = useOrganizationSettings(known)
  const waiting = <Skeleton width={160} />
  const loaded = known.source === 'server'
  const timeZone = settings.isError
    ? words.settingsFailed
    : settings.isPending
      ? waiting
      : (settings.data?.time_zone ?? words.unknown)
  return (
    <Panel title={words.details}>
      <DetailList
        rows={[
          [words.displayName, loaded ? <bdi key="display">{known.organization.display_name}</bdi> : waiting],
          [words.name, loaded ? <bdi key="name">{known.organization.name}</bdi> : waiting],
          [words.timeZone, timeZone],
        ]}
      />
    </Panel>
  )
}

function RoleList() {
  const state = useSessionState()
  const own = state.status === 'signed-in' ? roleOf(state.permissions) : undefined
  return (
    <Panel title={words.roles} context={words.rolesContext}>
      <Stack component="ul" sx={{ m: 0, p: 0, gap: 3, listStyle: 'none' }}>
        {roleKeys.toReversed().map((role) => (
          <Box component="li" key={role}>
            <Stack direction="row" sx={{ gap: 2, alignItems: 'center', minHeight: 24 }}>
              <Typography sx={{ fontWeight: 600 }}>{roles[role].label}</Typography>
              {role === own && <Chip size="small" label={words.yours} color="primary" variant="outlined" />}
            </Stack>
            <Typography color="textSecondary">{roleSummaries[role]}</Typography>
          </Box>
        ))}
      </Stack>
    </Panel>
  )
}
