import { ApiError } from '@cresyl/contract/api/errors'
import type { RoleKey } from '@cresyl/contract/api/permissions'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../platform/db/database.ts'
import {
  credentials,
  embeddedIssuer,
  memberships,
  organizations,
  users,
} from '../platform/db/schema/index.ts'

/** A person in an organisation, none of the three disabled. */
export interface ActiveMember {
  userId: string
  email: string
  name: string
  picture: string | null
  organizationId: string
  organizationName: string
  organizationDisplayName: string
  role: RoleKey
  superadmin: boolean
  /** A superadmin who is no member there. */
  acting: boolean
}

const noneIsDisabled = and(
  isNull(users.disabledAt),
  isNull(memberships.disabledAt),
  isNull(organizations.disabledAt),
)

const personInOrganization = {
  userId: users.id,
  email: users.email,
  name: users.name,
  picture: users.picture,
  organizationId: organizations.id,
  organizationName: organizations.name,
  organizationDisplayName: organizations.displayName,
}

/** In the organisation named, or else in the one the person joined first. */
export async function findActiveMember(
  tx: Tx,
  userId: string,
  organizationId?: string,
): Promise<ActiveMember | undefined> {
  const [member] = await tx
    .select({ ...personInOrganization, role: memberships.role, superadmin: users.superadmin })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(memberships.userId, userId),
        organizationId === undefined ? undefined : eq(memberships.organizationId, organizationId),
        noneIsDisabled,
      ),
    )
    .orderBy(asc(memberships.createdAt), asc(memberships.organizationId))
    .limit(1)
  if (member !== undefined) return { ...member, acting: false }
  return organizationId === undefined ? undefined : findActingSuperadmin(tx, userId, organizationId)
}

/** A superadmin may act in every organisation, with the rights of its administrators. */
async function findActingSuperadmin(
  tx: Tx,
  userId: string,
  organizationId: string,
): Promise<ActiveMember | undefined> {
  const [person] = await tx
    .select(personInOrganization)
    .from(users)
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .where(
      and(
        eq(users.id, userId),
        eq(users.superadmin, true),
        isNull(users.disabledAt),
        isNull(organizations.disabledAt),
      ),
    )
  return person && { ...person, role: 'admin', superadmin: true, acting: true }
}

export async function requireActiveMember(
  tx: Tx,
  userId: string,
  organizationId?: string,
): Promise<ActiveMember> {
  const member = await findActiveMember(tx, userId, organizationId)
  if (member !== undefined) return member
  throw new ApiError('not_found', {
    detail: 'This person is not an active member of the organisation. Check both, or add the person to it.',
  })
}

export interface OrganizationOfPerson {
  organizationId: string
  displayName: string
  role: RoleKey
}

/** The active organisations in which the person is active, by name. */
export function activeOrganizationsOf(tx: Tx, userId: string): Promise<OrganizationOfPerson[]> {
  return tx
    .select({
      organizationId: organizations.id,
      displayName: organizations.displayName,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(memberships.userId, userId), noneIsDisabled))
    .orderBy(sql`lower(${organizations.displayName})`, asc(organizations.id))
}

/** The organisations whose audit log should know about this person, active or not. */
export async function organizationsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: memberships.organizationId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
  return rows.map(({ id }) => id)
}

export async function findOrganizationId(tx: Tx, name: string): Promise<string> {
  const [organization] = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.name, name))
  if (organization !== undefined) return organization.id
  throw new ApiError('not_found', {
    detail: `There is no organisation called “${name}”. Add it first, or check its name.`,
  })
}

/**
 * The accounts with an e-mail address, or those of them in one organisation; the oldest first. Mostly there is one, but
 * nobody has shown whose the address is: each organisation that invited it may have made one of its own.
 */
export async function findUserIds(tx: Tx, email: string, organization?: string): Promise<string[]> {
  const wanted = normalizeEmail(email)
  if (wanted === undefined) return []
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.issuer, embeddedIssuer),
        eq(sql`lower(${users.email})`, wanted),
        organization === undefined ? undefined : isIn(tx, organization),
      ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
  return found.map(({ id }) => id)
}

/** Whether a person is a member of the organisation with this name. */
export function isIn(tx: Tx, organization: string): SQL {
  const members = tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(organizations.name, organization))
  return inArray(users.id, members)
}

/** The names of the organisations that these people are members of. */
export async function organizationNamesOf(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ name: organizations.name })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(inArray(memberships.userId, [...userIds]))
    .orderBy(organizations.name)
  return rows.map(({ name }) => name)
}

/** One after the other: whoever makes an account looks first which ones there are. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`address ${email.toLowerCase()}`}, 0))`,
  )
}

/** Of the first that has a password. A new one with its salt is compared together with it. */
export async function findPasswordHash(tx: Tx, userIds: readonly string[]): Promise<string | undefined> {
  const [found] = await tx
    .select({ passwordHash: credentials.passwordHash })
    .from(credentials)
    .where(inArray(credentials.userId, [...userIds]))
    .limit(1)
  return found?.passwordHash
}

const longestEmail = 320

/** As it is stored and looked for; undefined for what can't be an address (PostgreSQL refuses U+0000). */
export function normalizeEmail(email: string): string | undefined {
  const trimmed = email.trim().toLowerCase()
  const possible = trimmed.length <= longestEmail && trimmed.isWellFormed() && !/\p{Cc}/u.test(trimmed)
  return possible && trimmed !== '' ? trimmed : undefined
}
