import type { Invitation, User } from '@cresyl/contract/people/users'
import { mayDo, requirePermission } from '../access.ts'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countInvitations, type InvitationQuery, selectInvitations } from './invitation-queries.ts'
import { countMembers, type MemberFilter, selectMembers, type UserQuery } from './queries.ts'
import { viewFellow, viewInvitation, viewMember } from './view.ts'

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

export async function listInvitations({ tx }: Work, query: InvitationQuery): Promise<Rows<Invitation>> {
  const rows = await selectInvitations(tx, query)
  return { count: await countInvitations(tx), results: rows.map(viewInvitation) }
}
