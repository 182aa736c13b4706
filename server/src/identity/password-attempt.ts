import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { credentials } from '../platform/db/schema/index.ts'
import { verifyPassword } from './passwords.ts'

const freeAttempts = 5
const firstWaitSeconds = 60
const longestWaitSeconds = 15 * 60

export type PasswordVerdict = 'right' | 'wrong' | 'locked'

/**
 * Compares a password with a person's, wherever it was typed: guesses count together. For nobody it takes as
 * long as for somebody.
 */
export async function tryPassword(
  { database, clock }: Context,
  userId: string | undefined,
  password: string,
): Promise<PasswordVerdict> {
  const passwordHash =
    userId === undefined ? undefined : await database.asSystem((tx) => beginAttempt(tx, userId, clock.now()))
  const isRight = await verifyPassword(password, passwordHash)
  if (userId === undefined || passwordHash === undefined) return 'locked'
  if (!isRight) return 'wrong'
  // Changed while we compared: the old one is of no use any more.
  const isStill = await database.asSystem((tx) => endAttempt(tx, userId, passwordHash))
  return isStill ? 'right' : 'wrong'
}

/**
 * Counts the attempt as a failed one before it is made, so that guesses sent at once count too; success
 * sets it back. Returns the hash to compare with, or undefined while the account has to wait.
 */
async function beginAttempt(tx: Tx, userId: string, now: Date): Promise<string | undefined> {
  const attempts = sql`${credentials.failedAttempts} + 1`
  const wait = sql`least(${firstWaitSeconds} * 2 ^ least(${attempts} - ${freeAttempts}, 10), ${longestWaitSeconds})`
  const [attempt] = await tx
    .update(credentials)
    .set({
      failedAttempts: attempts,
      lockedUntil: sql`case when ${attempts} >= ${freeAttempts}
        then ${now.toISOString()}::timestamptz + ${wait} * interval '1 second' end`,
    })
    .where(
      and(
        eq(credentials.userId, userId),
        or(isNull(credentials.lockedUntil), lte(credentials.lockedUntil, now)),
      ),
    )
    .returning({ passwordHash: credentials.passwordHash })
  return attempt?.passwordHash
}

async function endAttempt(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
  const rows = await tx
    .update(credentials)
    .set({ failedAttempts: 0, lockedUntil: null })
    .where(and(eq(credentials.userId, userId), eq(credentials.passwordHash, passwordHash)))
    .returning({ userId: credentials.userId })
  return rows.length > 0
}
