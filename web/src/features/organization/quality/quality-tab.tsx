import type { Organization } from '@cresyl/contract/people/organizations'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { ListSkeleton } from '../../../ui/list/list-skeleton.tsx'
import { ErrorState } from '../../../ui/state/error-state.tsx'
import { NoAccess } from '../../../ui/state/no-access.tsx'
import { useOrganizationSettings } from '../queries.ts'
import { QualityForm } from './quality-form.tsx'
import { words } from './words.ts'

/** When a scan is good enough, and whether that is found out by itself. */
export function QualityTab({ organization }: { organization: Organization }) {
  const mayRead = usePermission('read:organization_settings')
  const { data, error, isPending, refetch } = useOrganizationSettings({ organization, source: 'server' })
  if (!mayRead) {
    return <NoAccess {...words.noAccess} permission="read:organization_settings" deed={words.readDeed} />
  }
  if (data) return <QualityForm key={data.id} settings={data} />
  if (isPending) return <ListSkeleton label={words.loading} />
  return <ErrorState title={words.failedTitle} message={error?.message ?? words.missing} onRetry={refetch} />
}
