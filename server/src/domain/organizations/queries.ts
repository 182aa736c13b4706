import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listOrganizationSettings, listOrganizations } from '@cresyl/contract/people/organizations'
import { and, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { memberships, organizationSettings, organizations } from '../../platform/db/schema/index.ts'
import { searchPatterns } from '../../platform/text.ts'
import { findRow, readTotal, rowLimit, sortBy } from '../resource.ts'
import type { Member } from '../work.ts'
import type { OrganizationRow, OrganizationWithRole, SettingsWithOrganization } from './view.ts'

export type OrganizationQuery = RouteRequest<typeof listOrganizations>['query']
export type SettingsQuery = RouteRequest<typeof listOrganizationSettings>['query']

const sortColumns = {
  name: organizations.name,
  display_name: organizations.displayNameKey,
  created_at: organizations.createdAt,
}

/** Superadmins who are signed in see all organisations, people theirs, and an API token the one it is for. */
export function seesAll(member: Member): boolean {
  return member.superadmin && member.session !== undefined
}

export async function selectOrganizations(
  tx: Tx,
  member: Member,
  query: OrganizationQuery,
): Promise<OrganizationWithRole[]> {
  return withRole(tx, member)
    .where(matching(member, query))
    .orderBy(...sortBy(query.ordering, sortColumns, organizations.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
}

export async function countOrganizations(tx: Tx, member: Member, query: OrganizationQuery): Promise<number> {
  return readTotal(
    tx
      .select({ total: count() })
      .from(organizations)
      .leftJoin(memberships, ownMembership(member))
      .where(matching(member, query)),
  )
}

export async function findOrganization(tx: Tx, member: Member, id: string): Promise<OrganizationWithRole> {
  return findRow(withRole(tx, member).where(eq(organizations.id, id)), unknownOrganization)
}

/** Held until the transaction ends. New rows that belong to the organisation need not wait. */
export async function lockOrganization(tx: Tx, id: string): Promise<OrganizationRow> {
  return findRow(
    tx.select().from(organizations).where(eq(organizations.id, id)).for('no key update'),
    unknownOrganization,
  )
}

export async function selectSettings(tx: Tx, query: SettingsQuery): Promise<SettingsWithOrganization[]> {
  return withOrganization(tx).where(ofOrganization(query)).limit(rowLimit(query.limit)).offset(query.offset)
}

export async function countSettings(tx: Tx, query: SettingsQuery): Promise<number> {
  return readTotal(tx.select({ total: count() }).from(organizationSettings).where(ofOrganization(query)))
}

export async function findSettings(tx: Tx, id: string): Promise<SettingsWithOrganization> {
  return findRow(withOrganization(tx).where(eq(organizationSettings.id, id)), unknownSettings)
}

/** The organisation first, here and wherever both are changed, so that no two wait for each other. */
export async function lockSettings(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<SettingsWithOrganization> {
  const organization = await lockOrganization(tx, organizationId)
  const settings = await findRow(
    tx
      .select()
      .from(organizationSettings)
      .where(and(eq(organizationSettings.id, id), eq(organizationSettings.organizationId, organizationId)))
      .for('no key update'),
    unknownSettings,
  )
  return { settings, organization }
}

const unknownOrganization = 'This organisation does not exist.'
const unknownSettings = 'These settings do not exist or belong to another organisation.'

const activeMembers = sql<number>`(
  select count(*)::int from memberships m join users u on u.id = m.user_id
  where m.organization_id = ${organizations.id} and m.disabled_at is null and u.disabled_at is null
)`

function withRole(tx: Tx, member: Member) {
  return tx
    .select({
      organization: organizations,
      role: memberships.role,
      members: seesAll(member) ? activeMembers : sql<null>`null`,
    })
    .from(organizations)
    .leftJoin(memberships, ownMembership(member))
}

function ownMembership(member: Member): SQL | undefined {
  return and(
    eq(memberships.organizationId, organizations.id),
    eq(memberships.userId, member.userId),
    isNull(memberships.disabledAt),
  )
}

function withOrganization(tx: Tx) {
  return tx
    .select({ settings: organizationSettings, organization: organizations })
    .from(organizationSettings)
    .innerJoin(organizations, eq(organizations.id, organizationSettings.organizationId))
}

function ofOrganization({ organization_id: id }: SettingsQuery): SQL | undefined {
  return id === undefined ? undefined : eq(organizationSettings.organizationId, id)
}

function matching(member: Member, { search }: OrganizationQuery): SQL | undefined {
  const patterns = searchPatterns(search ?? '')
  if (patterns.length === 0) return visibleTo(member)
  const searched = sql`${organizations.name} || ' ' || ${organizations.displayNameKey}`
  return and(visibleTo(member), sql`(${searched}) like all (${sql.param(patterns)}::text[])`)
}

function visibleTo(member: Member): SQL | undefined {
  if (seesAll(member)) return undefined
  if (member.session === undefined) return eq(organizations.id, member.organizationId)
  return and(isNotNull(memberships.userId), isNull(organizations.disabledAt))
}
