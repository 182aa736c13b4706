import { and, eq, gt, isNull } from 'drizzle-orm'
import { hashLinkToken } from '../domain/users/links.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { embeddedIssuer, passwordResets, users } from '../platform/db/schema/index.ts'
import { setPassword } from './change-password.ts'
import { hashPassword } from './passwords.ts'
import { findPasswordHash } from './queries.ts'

export interface PasswordReset {
  id: string
  userId: string
  email: string
}

export type FoundReset =
  | { state: 'open'; reset: PasswordReset }
  | { state: 'unknown' | 'used' | 'expired' | 'disabled'; reset?: undefined }

/** What a link leads to. */
export async function findPasswordReset(tx: Tx, token: string, now: Date): Promise<FoundReset> {
  const [found] = await tx
    .select({
      id: passwordResets.id,
      userId: passwordResets.userId,
      expiresAt: passwordResets.expiresAt,
      usedAt: passwordResets.usedAt,
      email: users.email,
      disabledAt: users.disabledAt,
    })
    .from(passwordResets)
    .innerJoin(users, and(eq(users.id, passwordResets.userId), eq(users.issuer, embeddedIssuer)))
    .where(eq(passwordResets.tokenHash, hashLinkToken(token)))
  if (found === undefined) return { state: 'unknown' }
  const { id, userId, email } = found
  if (found.usedAt !== null) return { state: 'used' }
  if (found.expiresAt <= now) return { state: 'expired' }
  if (found.disabledAt !== null) return { state: 'disabled' }
  return { state: 'open', reset: { id, userId, email } }
}

/** False if someone else has used the link in the meantime. Throws `invalid_input` for a password that is too short. */
export async function resetPassword(
  { database, clock }: Context,
  { id, userId }: PasswordReset,
  password: string,
  requestId: string,
): Promise<boolean> {
  const before = await database.asSystem((tx) => findPasswordHash(tx, [userId]))
  const passwordHash = await hashPassword(password, before)
  const now = clock.now()
  return database.asSystem(async (tx) => {
    const taken = await tx
      .update(passwordResets)
      .set({ usedAt: now })
      .where(and(eq(passwordResets.id, id), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now)))
      .returning({ id: passwordResets.id })
    if (taken.length === 0) return false
    await setPassword(tx, { userId, passwordHash, requestId, method: 'reset', now })
    return true
  })
}
