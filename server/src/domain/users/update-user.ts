import { ApiError } from '@cresyl/contract/api/errors'
import { type RoleKey, roles } from '@cresyl/contract/api/permissions'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { User, updateUser as updateUserRoute } from '@cresyl/contract/people/users'
import { and, eq } from 'drizzle-orm'
import { memberships } from '../../platform/db/schema/index.ts'
import { changesBetween } from '../changes.ts'
import { notify } from '../notifications/notify.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { revokeInvitationsTo } from './invitation-queries.ts'
import { findMember, lockMemberAmongAdmins, type MemberAmongAdmins } from './queries.ts'
import { requireRoleWithinOwn } from './roles.ts'
import { viewMember } from './view.ts'

type UserEdit = RouteRequest<typeof updateUserRoute>['body']

interface Standing {
  role: RoleKey
  disabled: boolean
}

export async function updateUser(work: AuditedWork, userId: string, edit: UserEdit): Promise<User> {
  const { tx, member, now } = work
  const { organizationId } = member
  const found = await lockMemberAmongAdmins(tx, organizationId, userId)
  const { membership } = found.member
  await refuseStale(edit, membership, () => viewMember(found.member))
  const before: Standing = { role: membership.role, disabled: membership.disabledAt !== null }
  const after: Standing = { role: edit.role ?? before.role, disabled: edit.disabled ?? before.disabled }
  const changes = changesBetween(before, after)
  if (Object.keys(changes).length === 0) return viewMember(found.member)
  if (userId === member.userId) throw new ApiError('own_membership')
  if ('role' in changes || !after.disabled) requireRoleWithinOwn(member, after.role)
  refuseLastAdmin(found, after)

  await tx
    .update(memberships)
    .set({
      role: after.role,
      disabledAt: after.disabled ? (membership.disabledAt ?? now) : null,
      updatedAt: now,
      version: membership.version + 1,
    })
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)))
  // Otherwise a link from before would let them in again.
  if (after.disabled) await revokeInvitationsTo(tx, found.member.person.email, now)
  if ('role' in changes) await tellOfRole(work, userId, after.role)
  work.record({ id: userId, details: { changes } })
  return viewMember(await findMember(tx, organizationId, userId))
}

function refuseLastAdmin({ member, activeAdmins }: MemberAmongAdmins, after: Standing): void {
  const { id } = member.person
  const stays = after.role === 'admin' && !after.disabled
  if (!stays && activeAdmins.length === 1 && activeAdmins[0] === id) throw new ApiError('last_admin')
}

function tellOfRole({ tx, member, now }: AuditedWork, userId: string, role: RoleKey): Promise<void> {
  return notify(tx, {
    organizationId: member.organizationId,
    kind: 'member.role_changed',
    text: `Your role is now ${roles[role].label}. An administrator changed it.`,
    to: [userId],
    now,
  })
}
