import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listUsers, memberStates } from '@cresyl/contract/people/users'
import { and, asc, count, eq, inArray, isNotNull, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { memberships, organizations, users } from '../../platform/db/schema/index.ts'
import { searchPatterns } from '../../platform/text.ts'
import { findRow, type Person, pickPerson, readTotal, refuseUnknown, rowLimit, sortBy } from '../resource.ts'
import type { MemberRow } from './view.ts'

export type UserQuery = RouteRequest<typeof listUsers>['query']

/** `byEmail`: whether the search may also look at addresses, which only administrators know. */
export type MemberFilter = UserQuery & { byEmail: boolean }

const sortColumns = { name: users.nameKey, joined_at: memberships.createdAt }

const active = and(isNull(memberships.disabledAt), isNull(users.disabledAt))
const inState: Record<(typeof memberStates)[number], SQL | undefined> = {
  active,
  disabled: or(isNotNull(memberships.disabledAt), isNotNull(users.disabledAt)),
}

export async function selectMembers(tx: Tx, filter: MemberFilter): Promise<MemberRow[]> {
  return memberRows(tx)
    .where(matching(filter))
    .orderBy(...sortBy(filter.ordering, sortColumns, users.id))
    .limit(rowLimit(filter.limit))
    .offset(filter.offset)
}

export async function countMembers(tx: Tx, filter: MemberFilter): Promise<number> {
  return readTotal(
    tx
      .select({ total: count() })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(matching(filter)),
  )
}

/** For transactions of the platform the organisation is named: nothing else keeps them inside it. */
export async function findMember(tx: Tx, organizationId: string, userId: string): Promise<MemberRow> {
  return findRow(
    memberRows(tx).where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId))),
    unknown,
  )
}

export interface MemberAmongAdmins {
  member: MemberRow
  /** Those who can look after the organisation, the member included if they are one. */
  activeAdmins: string[]
}

/**
 * A member, held together with every administrator until the transaction ends, always in the same order: two
 * administrators who demote each other come one after the other, and the second sees what the first did.
 */
export async function lockMemberAmongAdmins(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<MemberAmongAdmins> {
  const rows = await memberRows(tx)
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        or(eq(memberships.role, 'admin'), eq(memberships.userId, userId)),
      ),
    )
    .orderBy(asc(memberships.userId))
    .for('update', { of: memberships })
  const member = rows.find(({ person }) => person.id === userId) ?? refuseUnknown(unknown)
  const activeAdmins = rows
    .filter(({ membership, person }) => membership.role === 'admin' && isActive({ membership, person }))
    .map(({ person }) => person.id)
  return { member, activeAdmins }
}

export function isActive({ membership, person }: MemberRow): boolean {
  return membership.disabledAt === null && person.disabledAt === null
}

/** Whether someone who may do something here already has this address. */
export async function hasActiveMember(tx: Tx, organizationId: string, email: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), active, eq(sql`lower(${users.email})`, email)))
    .limit(1)
  return found.length > 0
}

/** A superadmin acting in an organisation is not among its members. */
export async function findPerson(tx: Tx, userId: string): Promise<Person> {
  return findRow(tx.select(pickPerson(users)).from(users).where(eq(users.id, userId)), unknown)
}

export async function findOrganizationTitle(tx: Tx, organizationId: string): Promise<string> {
  const [found] = await tx
    .select({ title: organizations.displayName })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return found?.title ?? ''
}

function memberRows(tx: Tx) {
  return tx
    .select({
      person: {
        id: users.id,
        name: users.name,
        picture: users.picture,
        email: users.email,
        disabledAt: users.disabledAt,
      },
      membership: memberships,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
}

function matching({ search, role, state, byEmail }: MemberFilter): SQL | undefined {
  const found = searchPatterns(search ?? '').map((pattern) =>
    or(like(users.nameKey, pattern), byEmail ? like(sql`lower(${users.email})`, pattern) : undefined),
  )
  return and(
    state && inState[state],
    role && role.length > 0 ? inArray(memberships.role, role) : undefined,
    ...found,
  )
}

const unknown = 'This organisation has no such member.'
