import type { RoleKey } from '@cresyl/contract/api/permissions'
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { invitations, memberships, organizations, users } from '../../platform/db/schema/index.ts'

/** What we know already about a person and the organisation that a token names. */
export interface Standing {
  organization: StoredOrganization | undefined
  person: StoredPerson | undefined
  membership: StoredMembership | undefined
}

export type StoredOrganization = Awaited<ReturnType<typeof findOrganization>> & {}
export type StoredPerson = Awaited<ReturnType<typeof findPerson>> & {}
export type StoredMembership = Awaited<ReturnType<typeof findMembership>> & {}

export interface Reference {
  issuer: string
  subject: string
  organization: string
}

export async function findStanding(tx: Tx, reference: Reference): Promise<Standing> {
  const organization = await findOrganization(tx, reference.organization)
  const person = await findPerson(tx, reference)
  const membership = organization && person && (await findMembership(tx, organization.id, person.id))
  return { organization, person, membership }
}

/** By what the provider calls it, by our name, or by our id, in this order. */
async function findOrganization(tx: Tx, reference: string) {
  const isKnownOutside = sql<boolean>`${organizations.externalId} is not distinct from ${reference}`
  const isNamed = eq(organizations.name, reference)
  const [found] = await tx
    .select({
      id: organizations.id,
      displayName: organizations.displayName,
      disabledAt: organizations.disabledAt,
    })
    .from(organizations)
    .where(
      or(
        eq(organizations.externalId, reference),
        isNamed,
        eq(sql`${organizations.id}::text`, reference.toLowerCase()),
      ),
    )
    .orderBy(desc(isKnownOutside), desc(isNamed))
    .limit(1)
  return found
}

export async function findPerson(tx: Tx, { issuer, subject }: Pick<Reference, 'issuer' | 'subject'>) {
  const [found] = await tx
    .select()
    .from(users)
    .where(and(eq(users.issuer, issuer), eq(users.subject, subject)))
  return found
}

export async function findMembership(tx: Tx, organizationId: string, userId: string) {
  const [found] = await tx
    .select({
      role: memberships.role,
      disabledAt: memberships.disabledAt,
      updatedAt: memberships.updatedAt,
      lastSeenAt: memberships.lastSeenAt,
    })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)))
  return found
}

export interface OpenInvitation {
  id: string
  role: RoleKey
}

export async function findInvitation(
  tx: Tx,
  organizationId: string,
  email: string,
  now: Date,
): Promise<OpenInvitation | undefined> {
  const [found] = await tx
    .select({ id: invitations.id, role: invitations.role })
    .from(invitations)
    .where(
      and(
        eq(invitations.organizationId, organizationId),
        eq(sql`lower(${invitations.email})`, email),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, now),
      ),
    )
    .for('update')
  return found
}
