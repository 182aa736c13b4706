import type { ListedOrganization, OrganizationSettings } from '@cresyl/contract/organizations'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import {
  countOrganizations,
  countSettings,
  type OrganizationQuery,
  type SettingsQuery,
  seesAll,
  selectOrganizations,
  selectSettings,
} from './queries.ts'
import { viewListed, viewSettings } from './view.ts'

export async function listSettings({ tx }: Work, query: SettingsQuery): Promise<Rows<OrganizationSettings>> {
  const rows = await selectSettings(tx, query)
  return { count: await countSettings(tx, query), results: rows.map(viewSettings) }
}

/** Beyond the organisation of the member: the query itself decides who sees which. */
export async function listOrganizations(
  { tx, member }: Work,
  query: OrganizationQuery,
): Promise<Rows<ListedOrganization>> {
  const rows = await selectOrganizations(tx, member, query)
  return {
    count: await countOrganizations(tx, member, query),
    results: rows.map((row) => viewListed(row, seesAll(member))),
  }
}
