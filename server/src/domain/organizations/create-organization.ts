import { ApiError } from '@cresyl/contract/errors'
import type {
  createOrganization as createOrganizationRoute,
  ListedOrganization,
} from '@cresyl/contract/organizations'
import type { RouteRequest } from '@cresyl/contract/route'
import { violatedUniqueness } from '../../platform/db/failures.ts'
import type { AuditedWork } from '../work.ts'
import { insertOrganization } from './insert-organization.ts'
import { findOrganization } from './queries.ts'
import { viewListed } from './view.ts'

type NewOrganization = RouteRequest<typeof createOrganizationRoute>['body']

export async function createOrganization(
  work: AuditedWork,
  input: NewOrganization,
): Promise<ListedOrganization> {
  const { tx, member, now } = work
  const { name, display_name: displayName, quota_bytes: quotaBytes } = input
  const { id } = await withUniqueName(name, () =>
    insertOrganization(tx, { name, displayName, quotaBytes }, now),
  )
  work.record({ id, organizationId: id, details: { ...input } })
  return viewListed(await findOrganization(tx, member, id), true)
}

async function withUniqueName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedUniqueness(error) !== 'organizations_name_key') throw error
    throw new ApiError('name_taken', {
      detail: `There is already an organisation called “${name}”. Choose another name.`,
      fields: { name: ['An organisation of this name exists already. Choose another name.'] },
      cause: error,
    })
  }
}
