import { ApiError } from '@cresyl/contract/api/errors'
import type { Profile } from '@cresyl/contract/people/profiles'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { embeddedIssuer, profiles, users } from '../../platform/db/schema/index.ts'
import type { Member, Work } from '../work.ts'

export interface ProfileRow {
  person: {
    id: string
    issuer: string
    email: string
    name: string
    picture: string | null
    superadmin: boolean
  }
  /** Null until the first choice. */
  chosen: typeof profiles.$inferSelect | null
}

export async function findProfile(tx: Tx, userId: string): Promise<ProfileRow> {
  const [found] = await tx
    .select({
      person: {
        id: users.id,
        issuer: users.issuer,
        email: users.email,
        name: users.name,
        picture: users.picture,
        superadmin: users.superadmin,
      },
      chosen: profiles,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId))
  if (found === undefined) throw new ApiError('not_found')
  return found
}

/** Makes the row where there is none, and holds it, so that two edits come one after the other. */
export async function lockProfile(tx: Tx, userId: string): Promise<ProfileRow> {
  await tx.insert(profiles).values({ userId }).onConflictDoNothing()
  await tx.select({ userId: profiles.userId }).from(profiles).where(eq(profiles.userId, userId)).for('update')
  return findProfile(tx, userId)
}

export function isManagedElsewhere({ person }: ProfileRow): boolean {
  return person.issuer !== embeddedIssuer
}

export function viewProfile(row: ProfileRow, member: Member): Profile {
  const { id, email, name, picture, superadmin } = row.person
  return {
    id,
    email,
    name,
    picture,
    theme: row.chosen?.theme ?? 'system',
    locale: row.chosen?.locale ?? null,
    notifications: row.chosen?.notifications ?? {},
    digest: row.chosen?.digest ?? 'off',
    welcomed: row.chosen?.welcomed ?? false,
    managed_by: isManagedElsewhere(row) ? 'provider' : 'cresyl',
    superadmin,
    acting: member.acting,
    permissions: [...member.permissions],
    version: row.chosen?.version ?? 1,
  }
}

export async function readProfile({ tx, member }: Work): Promise<Profile> {
  return viewProfile(await findProfile(tx, member.userId), member)
}
