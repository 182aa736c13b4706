import { isolate } from '@cresyl/contract/api/isolate'
import { type RoleKey, roles } from '@cresyl/contract/api/permissions'
import { and, eq, sql } from 'drizzle-orm'
import { recordAudit } from '../../domain/audit/record.ts'
import { notify } from '../../domain/notifications/notify.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invitations, memberships } from '../../platform/db/schema/index.ts'
import { isNewer, timeOf } from './keep-person.ts'
import type { Rights } from './map-claims.ts'
import type { Profile } from './profile.ts'
import {
  findInvitation,
  findMembership,
  type OpenInvitation,
  type StoredMembership,
  type StoredOrganization,
  type StoredPerson,
} from './standing.ts'

interface Work {
  tx: Tx
  organization: StoredOrganization
  person: StoredPerson
  rights: Rights | undefined
  issuedAt: Date | undefined
  now: Date
}

/** Makes someone a member whom the token gives rights, or whom somebody invited; undefined: neither. */
export async function join(work: Work, profile: Profile): Promise<StoredMembership | undefined> {
  const { tx, organization, person, rights, now } = work
  if (rights !== undefined) {
    if (rights.permissions.length === 0) return undefined
    return addMember(work, rights.role ?? 'guest')
  }
  if (profile.email === undefined || !profile.emailVerified) return undefined
  const invitation = await findInvitation(tx, organization.id, profile.email, now)
  if (invitation === undefined) return findMembership(tx, organization.id, person.id)
  return addMember(work, invitation.role, invitation)
}

async function addMember(work: Work, role: RoleKey, invitation?: OpenInvitation): Promise<StoredMembership> {
  const { tx, organization, person, issuedAt, now } = work
  const row = { organizationId: organization.id, userId: person.id }
  const added = await tx
    .insert(memberships)
    .values({ ...row, role, createdAt: now, updatedAt: timeOf(issuedAt, now) })
    .onConflictDoNothing()
    .returning({ role: memberships.role })
  if (added.length > 0) await tellOfMember(work, role, invitation)
  return (await findMembership(tx, organization.id, person.id)) as StoredMembership
}

async function tellOfMember(
  work: Work,
  role: RoleKey,
  invitation: OpenInvitation | undefined,
): Promise<void> {
  const { tx, organization, person, now } = work
  const organizationId = organization.id
  if (invitation !== undefined) {
    await tx.update(invitations).set({ acceptedAt: now }).where(eq(invitations.id, invitation.id))
  }
  await recordAudit(tx, {
    organizationId,
    event: 'member.added',
    subjectId: person.id,
    details: { role, ...(invitation && { invitation: invitation.id }) },
    ...(invitation && { userId: person.id }),
    occurredAt: now,
  })
  await notify(tx, {
    organizationId,
    kind: 'member.joined',
    text: `${isolate(person.name)} has joined ${isolate(organization.displayName)} as ${roles[role].label}.`,
    link: '/manage-org?tab=members',
    to: { permission: 'update:organization_settings' },
    except: person.id,
    now,
  })
}

/**
 * The provider's word on the role is the last one, unless a newer token or an administrator has spoken since. Rights
 * that fit no role leave the least one: API tokens go by it, and must not keep what the person has lost.
 */
export async function followRole(
  { tx, organization, person, rights, issuedAt, now }: Work,
  membership: StoredMembership,
): Promise<StoredMembership> {
  const role = rights && (rights.role ?? 'guest')
  if (role === undefined || role === membership.role || !isNewer(issuedAt, membership.updatedAt)) {
    return membership
  }
  const organizationId = organization.id
  await tx
    .update(memberships)
    .set({ role, updatedAt: timeOf(issuedAt, now), version: sql`${memberships.version} + 1` })
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, person.id)))
  await recordAudit(tx, {
    organizationId,
    event: 'member.updated',
    subjectId: person.id,
    details: { role: [membership.role, role] },
    occurredAt: now,
  })
  await notify(tx, {
    organizationId,
    kind: 'member.role_changed',
    text: `Your role in ${isolate(organization.displayName)} is now ${roles[role].label}.`,
    to: [person.id],
    now,
  })
  return { ...membership, role }
}
