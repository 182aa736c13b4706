import type { listOrganizationSettings, OrganizationSettings } from '@cresyl/contract/organizations'
import type { RouteRequest } from '@cresyl/contract/route'
import { count, eq } from 'drizzle-orm'
import { organizationSettings } from '../../platform/db/schema/index.ts'
import { type Rows, rowLimit } from '../paging.ts'
import type { Work } from '../work.ts'

type SettingsQuery = RouteRequest<typeof listOrganizationSettings>['query']

export async function listSettings({ tx }: Work, query: SettingsQuery): Promise<Rows<OrganizationSettings>> {
  const wanted = query.organization_id
    ? eq(organizationSettings.organizationId, query.organization_id)
    : undefined
  const rows = await tx
    .select()
    .from(organizationSettings)
    .where(wanted)
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  const [total] = await tx.select({ count: count() }).from(organizationSettings).where(wanted)
  return { count: total?.count ?? 0, results: rows.map(viewSettings) }
}

function viewSettings(row: typeof organizationSettings.$inferSelect): OrganizationSettings {
  return {
    id: row.id,
    organization_id: row.organizationId,
    time_zone: row.timeZone,
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  }
}
