import type { User } from '@cresyl/contract/users'
import { mayDo, requirePermission } from '../access.ts'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countMembers, type MemberFilter, selectMembers, type UserQuery } from './queries.ts'
import { viewFellow, viewMember } from './view.ts'

export async function listUsers({ tx, member }: Work, query: UserQuery): Promise<Rows<User>> {
  const managing = mayDo(member, 'update:organization_settings')
  if (!managing && asksForMore(query)) requirePermission(member, 'update:organization_settings')
  const filter: MemberFilter = managing
    ? { ...query, byEmail: true }
    : { ...query, byEmail: false, state: 'active' }
  const rows = await selectMembers(tx, filter)
  return { count: await countMembers(tx, filter), results: rows.map(managing ? viewMember : viewFellow) }
}

/** Filters and orders tell what they look at, even where the column itself is not shown. */
function asksForMore({ role, state, ordering }: UserQuery): boolean {
  return role !== undefined || state !== undefined || ordering.endsWith('joined_at')
}
