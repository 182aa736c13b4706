import type { OrganizationSettings } from '@cresyl/contract/organizations'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countSettings, type SettingsQuery, selectSettings } from './queries.ts'
import { viewSettings } from './view.ts'

export async function listSettings({ tx }: Work, query: SettingsQuery): Promise<Rows<OrganizationSettings>> {
  const rows = await selectSettings(tx, query)
  return { count: await countSettings(tx, query), results: rows.map(viewSettings) }
}
