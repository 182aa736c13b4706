import type { ListedOrganization } from '@cresyl/contract/organizations'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countOrganizations, type OrganizationQuery, seesAll, selectOrganizations } from './queries.ts'
import { viewListed } from './view.ts'

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
