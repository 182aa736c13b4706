import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { recordAudit } from '../domain/audit/record.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { credentials } from '../platform/db/schema/index.ts'
import { verifyPassword } from './passwords.ts'
import { type ActiveMember, findActiveMember, findUserId, organizationsOf } from './queries.ts'

const freeAttempts = 5
const firstWaitSeconds = 60
const longestWaitSeconds = 15 * 60

export interface PasswordAttempt {
  email: string
  password: string
  requestId: string
}

type Refusal = 'wrong_password' | 'locked' | 'not_a_member'

/** Who signed in, or undefined, for whatever reason: the caller must not tell people apart from nobody. */
export async function signInWithPassword(
  context: Context,
  { email, password, requestId }: PasswordAttempt,
): Promise<ActiveMember | undefined> {
  const { database, log } = context
  const { userId, passwordHash } = await database.asSystem(async (tx) => {
    const found = await findUserId(tx, email)
    if (found === undefined) return {}
    return { userId: found, passwordHash: await beginAttempt(tx, found, context.clock.now()) }
  })
  const isRight = await verifyPassword(password, passwordHash)
  if (userId === undefined) {
    log.info({ request: requestId }, 'Sign-in refused: nobody has this e-mail address')
    return undefined
  }
  return database.asSystem(async (tx) => {
    if (passwordHash === undefined) return refuse(context, tx, userId, 'locked', requestId)
    if (!isRight) return refuse(context, tx, userId, 'wrong_password', requestId)
    await tx
      .update(credentials)
      .set({ failedAttempts: 0, lockedUntil: null })
      .where(eq(credentials.userId, userId))
    return startSession(context, tx, userId, { method: 'password', requestId })
  })
}

/** Without a password: for the buttons of the demo. */
export async function signInAsDemoUser(
  context: Context,
  email: string,
  requestId: string,
): Promise<ActiveMember | undefined> {
  return context.database.asSystem(async (tx) => {
    const userId = await findUserId(tx, email)
    return userId === undefined ? undefined : startSession(context, tx, userId, { method: 'demo', requestId })
  })
}

/** Notes that the session of a person in an organisation is over. */
export async function recordSignOut(
  { database, clock }: Context,
  userId: string,
  organizationId: string,
  requestId: string | undefined,
): Promise<void> {
  await database.asSystem((tx) =>
    recordAudit(tx, {
      organizationId,
      event: 'session.ended',
      userId,
      subjectId: userId,
      occurredAt: clock.now(),
      ...(requestId && { requestId }),
    }),
  )
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

interface Beginning {
  method: 'password' | 'demo'
  requestId: string
}

async function startSession(
  context: Context,
  tx: Tx,
  userId: string,
  { method, requestId }: Beginning,
): Promise<ActiveMember | undefined> {
  const member = await findActiveMember(tx, userId)
  if (member === undefined) return refuse(context, tx, userId, 'not_a_member', requestId)
  await recordAudit(tx, {
    organizationId: member.organizationId,
    event: 'session.started',
    userId,
    subjectId: userId,
    details: { method },
    requestId,
    occurredAt: context.clock.now(),
  })
  return member
}

async function refuse(
  { clock, log }: Context,
  tx: Tx,
  userId: string,
  reason: Refusal,
  requestId: string,
): Promise<undefined> {
  log.info({ request: requestId, user: userId, reason }, 'Sign-in refused')
  for (const organizationId of await organizationsOf(tx, userId)) {
    await recordAudit(tx, {
      organizationId,
      event: 'session.refused',
      userId,
      subjectId: userId,
      details: { reason },
      requestId,
      occurredAt: clock.now(),
    })
  }
  return undefined
}
