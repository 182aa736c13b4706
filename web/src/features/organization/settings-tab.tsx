import type { Organization } from '@cresyl/contract/people/organizations'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { usePermission } from '../../lib/session/session-context.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { NoAccess } from '../../ui/state/no-access.tsx'
import { useOrganizationSettings } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { words } from './words.ts'

/** How the organisation appears and works. */
export function SettingsTab({ organization }: { organization: Organization }) {
  const mayRead = usePermission('read:organization_settings')
  const { data, error, isPending, refetch } = useOrganizationSettings({ organization, source: 'server' })
  if (!mayRead) {
    return <NoAccess {...words.noAccess} permission="read:organization_settings" deed={words.readDeed} />
  }
  if (data) return <SettingsForm key={data.id} settings={data} organization={organization} />
  if (isPending) return <SettingsSkeleton />
  return <ErrorState title={words.failedTitle} message={error?.message ?? words.missing} onRetry={refetch} />
}

function SettingsSkeleton() {
  return (
    <Stack role="status" aria-label={words.loading} sx={{ gap: 5, maxWidth: 880 }}>
      {[3, 5, 4].map((fields) => (
        <Stack
          key={fields}
          sx={{
            gap: 5,
            p: 5,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
          }}
        >
          <Skeleton width={140} height={26} />
          {Array.from({ length: fields }, (_, field) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields are all alike and never move
            <Skeleton key={field} variant="rounded" height={52} />
          ))}
        </Stack>
      ))}
    </Stack>
  )
}
