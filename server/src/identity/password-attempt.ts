import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { credentials, passwordPlaces } from '../platform/db/schema/index.ts'
import { findHash } from './passwords.ts'
import { networkOf } from './rate-limit.ts'

const freeAttempts = 5
const firstWaitSeconds = 60
const longestWaitSeconds = 15 * 60

/** Of strangers from everywhere together: more at once than one network gets, later no more than one network. */
const strangers = { atOnce: 12, each: longestWaitSeconds * 1000 }

/** Where a password is typed: by who is signed in already, or by somebody who might be anybody. */
export type PasswordPlace = 'session' | UnknownPlace

interface UnknownPlace {
  address: string
  /** Where the browser says that it is known to the account. */
  device(userId: string): string | undefined
}

export type PasswordVerdict = { userId: string } | 'wrong' | 'locked'

/**
 * Compares a password with those of the accounts of one address, and says whose it is. Wrong ones are counted for the
 * network that they come from and, more slowly, for all networks together; those of a browser that has signed in before
 * for it alone, so that strangers don't keep it out. For nobody it takes as long as for somebody.
 */
export async function tryPassword(
  { database, clock }: Context,
  userIds: readonly string[],
  password: string,
  from: PasswordPlace,
): Promise<PasswordVerdict> {
  const now = clock.now()
  const attempts = await database.asSystem((tx) => beginAttempts(tx, userIds, from, now))
  // Who is signed in is known: nothing is hidden by hashing all the same, which floods could use.
  if (attempts.length === 0 && from === 'session') return 'locked'
  const passwordHash = await findHash(
    password,
    attempts.map((each) => each.passwordHash),
  )
  if (attempts.length === 0) return 'locked'
  const right = attempts.find((each) => each.passwordHash === passwordHash)
  if (right === undefined) return 'wrong'
  // Changed while we compared: the old one is of no use any more.
  const isStill = await database.asSystem((tx) => endAttempts(tx, attempts, right))
  return isStill ? { userId: right.userId } : 'wrong'
}

interface Attempt {
  userId: string
  passwordHash: string
  place: string
  isStranger: boolean
  /** At this place, with this one. */
  failedAttempts: number
}

/**
 * Counts each attempt as a failed one before it is made, so that guesses sent at once count too; success sets it back.
 * Without those who have to wait.
 */
async function beginAttempts(
  tx: Tx,
  userIds: readonly string[],
  from: PasswordPlace,
  now: Date,
): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const userId of userIds) {
    const attempt = await beginAttempt(tx, userId, from, now)
    if (attempt !== undefined) attempts.push(attempt)
  }
  return attempts
}

async function beginAttempt(
  tx: Tx,
  userId: string,
  from: PasswordPlace,
  now: Date,
): Promise<Attempt | undefined> {
  // Held, so that the attempts for one account are counted one after the other.
  const [credential] = await tx
    .select({ passwordHash: credentials.passwordHash, strangersUntil: credentials.strangersUntil })
    .from(credentials)
    .where(eq(credentials.userId, userId))
    .for('update')
  if (credential === undefined) return undefined
  const { passwordHash, strangersUntil } = credential
  const count = async (place: string, isStranger = false): Promise<Attempt | undefined> => {
    const failedAttempts = await countFailure(tx, userId, place, now)
    return failedAttempts === undefined
      ? undefined
      : { userId, passwordHash, place, isStranger, failedAttempts }
  }
  if (from === 'session') return count(from)
  const device = from.device(userId)
  const ofDevice = device !== undefined && (await isPlace(tx, userId, device)) && (await count(device))
  if (ofDevice) return ofDevice
  // Also where someone who copied what the browser keeps has used up its count.
  const until = Math.max(strangersUntil?.getTime() ?? 0, now.getTime())
  if (until > now.getTime() + (strangers.atOnce - 1) * strangers.each) return undefined
  const ofNetwork = await count(`network:${networkOf(from.address)}`, true)
  if (ofNetwork === undefined) return undefined
  await tx
    .update(credentials)
    .set({ strangersUntil: new Date(until + strangers.each) })
    .where(eq(credentials.userId, userId))
  return ofNetwork
}

const atPlace = (userId: string, place: string) =>
  and(eq(passwordPlaces.userId, userId), eq(passwordPlaces.place, place))

async function isPlace(tx: Tx, userId: string, place: string): Promise<boolean> {
  const found = await tx
    .select({ place: passwordPlaces.place })
    .from(passwordPlaces)
    .where(atPlace(userId, place))
  return found.length > 0
}

/** How many there are now at this place; undefined where one has to wait. */
async function countFailure(tx: Tx, userId: string, place: string, now: Date): Promise<number | undefined> {
  const [before] = await tx.select().from(passwordPlaces).where(atPlace(userId, place))
  if (before?.lockedUntil && before.lockedUntil > now) return undefined
  const failedAttempts = (before?.failedAttempts ?? 0) + 1
  const wait = Math.min(firstWaitSeconds * 2 ** (failedAttempts - freeAttempts), longestWaitSeconds)
  const lockedUntil = failedAttempts < freeAttempts ? null : new Date(now.getTime() + wait * 1000)
  const count = { failedAttempts, lockedUntil, usedAt: now }
  await tx
    .insert(passwordPlaces)
    .values({ userId, place, ...count })
    .onConflictDoUpdate({ target: [passwordPlaces.userId, passwordPlaces.place], set: count })
  return failedAttempts
}

/** The right one's count begins anew. For the other accounts of the address it was no guess, unless one was made meanwhile. */
async function endAttempts(tx: Tx, attempts: readonly Attempt[], right: Attempt): Promise<boolean> {
  const [still] = await tx
    .select({ passwordHash: credentials.passwordHash })
    .from(credentials)
    .where(eq(credentials.userId, right.userId))
    .for('update')
  if (still?.passwordHash !== right.passwordHash) return false
  for (const { userId, place, isStranger, failedAttempts } of attempts) {
    const isRight = userId === right.userId
    await tx
      .update(passwordPlaces)
      .set({ failedAttempts: isRight ? 0 : failedAttempts - 1, lockedUntil: null })
      .where(
        and(atPlace(userId, place), isRight ? undefined : eq(passwordPlaces.failedAttempts, failedAttempts)),
      )
    if (!isStranger) continue
    await tx
      .update(credentials)
      .set({
        strangersUntil: sql`${credentials.strangersUntil} - ${strangers.each} * interval '1 millisecond'`,
      })
      .where(eq(credentials.userId, userId))
  }
  return true
}
