import { id } from '@cresyl/contract/api/fields'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../platform/db/database.ts'
import { organizations, users } from '../platform/db/schema/index.ts'
import {
  type ActiveMember,
  activeOrganizationsOf,
  findActiveMember,
  type OrganizationOfPerson,
} from './queries.ts'

/** What an authorisation request says about the organisation, the strongest first. */
export interface OrganizationWish {
  /** The id or the name in the parameter `organization`. */
  named: string | undefined
  /** Picked on our page. */
  picked: string | undefined
  /** The one that this browser session is in. */
  current: string | undefined
}

export type OrganizationChoice =
  | { kind: 'member'; member: ActiveMember }
  /** Named, but not open to this person. */
  | { kind: 'refused' }
  | { kind: 'ask' }

/** In which organisation a person goes on. */
export async function chooseOrganization(
  tx: Tx,
  userId: string,
  { named, picked, current }: OrganizationWish,
): Promise<OrganizationChoice> {
  if (named !== undefined) {
    const organizationId = await findNamed(tx, named)
    const member = organizationId && (await findActiveMember(tx, userId, organizationId))
    return member ? { kind: 'member', member } : { kind: 'refused' }
  }
  for (const organizationId of [picked, current]) {
    const member = organizationId && (await findActiveMember(tx, userId, organizationId))
    if (member) return { kind: 'member', member }
  }
  const open = await openOrganizations(tx, userId)
  const [only] = open
  if (only === undefined || open.length > 1) return { kind: only ? 'ask' : 'refused' }
  const member = await findActiveMember(tx, userId, only.organizationId)
  return member ? { kind: 'member', member } : { kind: 'refused' }
}

const mostOffered = 100

/** What a person may pick from. A superadmin who belongs nowhere would otherwise be locked out of everything. */
export async function openOrganizations(tx: Tx, userId: string): Promise<OrganizationOfPerson[]> {
  const own = await activeOrganizationsOf(tx, userId)
  if (own.length > 0) return own.slice(0, mostOffered)
  const all = await tx
    .select({ organizationId: organizations.id, displayName: organizations.displayName })
    .from(organizations)
    .innerJoin(users, and(eq(users.id, userId), eq(users.superadmin, true), isNull(users.disabledAt)))
    .where(isNull(organizations.disabledAt))
    .orderBy(asc(organizations.displayName), asc(organizations.id))
    .limit(mostOffered)
  return all.map((organization) => ({ ...organization, role: 'admin' }))
}

const possibleName = /^[a-z0-9-]{1,63}$/i

async function findNamed(tx: Tx, named: string): Promise<string | undefined> {
  if (!possibleName.test(named)) return undefined
  const wantedId = id.safeParse(named)
  const [organization] = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(
      wantedId.success ? eq(organizations.id, wantedId.data) : eq(organizations.name, named.toLowerCase()),
    )
  return organization?.id
}
