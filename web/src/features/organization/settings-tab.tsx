import type { Organization } from '@cresyl/contract/organizations'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { usePermission } from '../../lib/session/session-context.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { NoAccess } from '../../ui/no-access.tsx'
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
      {[230, 460, 320].map((height) => (
        <Skeleton key={height} variant="rounded" height={height} />
      ))}
    </Stack>
  )
}
