import { ApiError } from '@cresyl/contract/api/errors'
import type {
  ListedOrganization,
  Organization,
  OrganizationSettings,
} from '@cresyl/contract/people/organizations'
import { organizations } from '../../platform/db/schema/index.ts'
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
import { viewListed, viewOrganization, viewSettings } from './view.ts'

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

export async function currentOrganization({ tx }: Work): Promise<Organization> {
  // Row-level security leaves exactly one row: the organisation of the transaction.
  const [row] = await tx.select().from(organizations)
  if (row === undefined) throw new ApiError('not_found')
  return viewOrganization(row)
}
