import { permissionsOf, type RoleKey } from '@cresyl/contract/api/permissions'
import type { AppConfig } from '@cresyl/contract/people/app-config'
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { memberships, users } from '../../platform/db/schema/index.ts'
import type { Member } from '../work.ts'

export type DemoUser = AppConfig['demo_users'][number]

export const demoOrganization = { name: 'demo', displayName: 'Demo Pathology' }

export const demoPeople: readonly DemoUser[] = [
  { email: 'admin@demo.cresyl', name: 'Amara Okafor', role: 'admin' },
  { email: 'manager@demo.cresyl', name: 'Mikael Lindqvist', role: 'manager' },
  { email: 'user@demo.cresyl', name: 'Yuki Tanaka', role: 'user' },
  { email: 'guest@demo.cresyl', name: 'Giulia Ferri', role: 'guest' },
]

/** Who acts for each of the demo users: they themselves with the rights they now have, else an administrator. */
export async function findActors(tx: Tx, organizationId: string): Promise<Map<RoleKey, Member>> {
  const emails = demoPeople.map(({ email }) => email)
  const rows = await tx
    .select({ id: users.id, email: users.email, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        ...[eq(memberships.organizationId, organizationId), isNull(memberships.disabledAt)],
        ...[isNull(users.disabledAt), or(inArray(users.email, emails), eq(memberships.role, 'admin'))],
      ),
    )
    .orderBy(asc(memberships.createdAt), asc(users.id))
  const substitute = rows.find(({ role }) => role === 'admin')
  const actors = new Map<RoleKey, Member>()
  for (const person of demoPeople) {
    const own = rows.find(({ email }) => email === person.email)
    // Someone whose rights were changed may not do any more what the content has them do.
    const row = own?.role === person.role ? own : substitute
    if (row) actors.set(person.role, memberOf(row, organizationId))
  }
  return actors
}

function memberOf({ id, role }: { id: string; role: string }, organizationId: string): Member {
  const permissions = new Set(permissionsOf(role))
  return { userId: id, organizationId, permissions, superadmin: false, acting: false }
}
