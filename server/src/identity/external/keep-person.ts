import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { users } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { foldText } from '../../platform/text.ts'
import type { TokenClaims } from './map-claims.ts'
import { findPerson, type Reference, type StoredPerson } from './standing.ts'

type Told = Pick<TokenClaims, 'profile' | 'issuedAt'>

/** Makes the person at first sight; later follows what newer tokens say. People are never merged by address. */
export async function keepPerson(
  tx: Tx,
  reference: Reference,
  told: Told,
  person: StoredPerson | undefined,
  now: Date,
): Promise<StoredPerson> {
  if (person === undefined) return makePerson(tx, reference, told, now)
  const { name, email, picture } = told.profile
  const changes = {
    ...(name !== undefined && name !== person.name && { name, nameKey: foldText(name) }),
    ...(email !== undefined && email !== person.email && { email }),
    ...(picture !== undefined && picture !== person.picture && { picture }),
  }
  if (Object.keys(changes).length === 0 || !isNewer(told.issuedAt, person.updatedAt)) return person
  const updatedAt = timeOf(told.issuedAt, now)
  await tx
    .update(users)
    .set({ ...changes, updatedAt })
    .where(eq(users.id, person.id))
  return { ...person, ...changes, updatedAt }
}

async function makePerson(
  tx: Tx,
  { issuer, subject }: Reference,
  { profile, issuedAt }: Told,
  now: Date,
): Promise<StoredPerson> {
  const email = profile.email ?? ''
  const name = profile.name ?? (email === '' ? 'Unnamed person' : email)
  await tx
    .insert(users)
    .values({
      id: newId(now.getTime()),
      issuer,
      subject,
      email,
      name,
      nameKey: foldText(name),
      picture: profile.picture ?? null,
      createdAt: now,
      updatedAt: timeOf(issuedAt, now),
    })
    .onConflictDoNothing({ target: [users.issuer, users.subject] })
  // Another request may have been first: then this is its row.
  return (await findPerson(tx, { issuer, subject })) as StoredPerson
}

/** Two tokens live at a time: the older one must not undo what the newer one brought. */
export function isNewer(issuedAt: Date | undefined, updatedAt: Date): boolean {
  return issuedAt !== undefined && issuedAt >= updatedAt
}

/** By the provider's clock, as tokens are compared with it; never in the future. */
export function timeOf(issuedAt: Date | undefined, now: Date): Date {
  return issuedAt !== undefined && issuedAt < now ? issuedAt : now
}
