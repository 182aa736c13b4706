import { ApiError } from '@cresyl/contract/errors'
import type { Organization } from '@cresyl/contract/organizations'
import { organizations } from '../../platform/db/schema/index.ts'
import type { Work } from '../work.ts'
import { viewOrganization } from './view.ts'

export async function currentOrganization({ tx }: Work): Promise<Organization> {
  // Row-level security leaves exactly one row: the organisation of the transaction.
  const [row] = await tx.select().from(organizations)
  if (row === undefined) throw new ApiError('not_found')
  return viewOrganization(row)
}
