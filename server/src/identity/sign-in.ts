import { recordAudit } from '../domain/audit/record.ts'
import { demoOrganization } from '../domain/demo/people.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { openOrganizations } from './organization-choice.ts'
import { type PasswordPlace, tryPassword } from './password-attempt.ts'
import { findUserIds, organizationsOf } from './queries.ts'

export interface PasswordAttempt {
  email: string
  password: string
  from: PasswordPlace
  requestId: string
}

type Refusal = 'wrong_password' | 'locked' | 'not_a_member' | 'foreign_organization' | 'token_used_twice'

/** Who has just proved to be who they are, and how; in which organisation is decided later. */
export interface SignedIn {
  userId: string
  method: 'password' | 'demo'
}

/** Told only to somebody who knows the password. */
export const notAMember = 'not_a_member'

/** Who signed in, or undefined, for whatever reason: the caller must not tell people apart from nobody. */
export async function signInWithPassword(
  context: Context,
  { email, password, from, requestId }: PasswordAttempt,
): Promise<SignedIn | typeof notAMember | undefined> {
  const { database, log } = context
  const userIds = await database.asSystem((tx) => findUserIds(tx, email))
  const verdict = await tryPassword(context, userIds, password, from)
  if (userIds.length === 0) {
    log.info({ request: requestId }, 'Sign-in refused: nobody has this e-mail address')
  }
  if (typeof verdict === 'string') return recordWrongPassword(context, userIds, verdict, requestId)
  const { userId } = verdict
  return (await welcome(context, { userId, method: 'password' }, requestId)) ?? notAMember
}

/** Of an address: it is not known which of its accounts was meant. */
export async function recordWrongPassword(
  context: Context,
  userIds: readonly string[],
  verdict: 'wrong' | 'locked',
  requestId: string,
): Promise<undefined> {
  for (const userId of userIds) {
    await recordRefusal(context, userId, verdict === 'locked' ? 'locked' : 'wrong_password', requestId)
  }
}

/** Without a password: for the buttons of the demo. */
export async function signInAsDemoUser(
  context: Context,
  email: string,
  requestId: string,
): Promise<SignedIn | undefined> {
  const [userId] = await context.database.asSystem((tx) => findUserIds(tx, email, demoOrganization.name))
  return userId === undefined ? undefined : welcome(context, { userId, method: 'demo' }, requestId)
}

async function welcome(
  context: Context,
  signedIn: SignedIn,
  requestId: string,
): Promise<SignedIn | undefined> {
  const { userId } = signedIn
  const open = await context.database.asSystem((tx) => openOrganizations(tx, userId))
  return open.length > 0 ? signedIn : recordRefusal(context, userId, 'not_a_member', requestId)
}

/** Tells the log, and the audit log of every organisation of the person. */
export async function recordRefusal(
  { database, clock, log }: Context,
  userId: string,
  reason: Refusal,
  requestId: string | undefined,
): Promise<undefined> {
  log.info({ request: requestId, user: userId, reason }, 'Sign-in refused')
  await database.asSystem(async (tx) => {
    for (const organizationId of await organizationsOf(tx, userId)) {
      await recordAudit(tx, {
        organizationId,
        event: 'session.refused',
        userId,
        subjectId: userId,
        details: { reason },
        occurredAt: clock.now(),
        ...(requestId && { requestId }),
      })
    }
  })
  return undefined
}

/** Notes that the session of a person in an organisation is over. */
export async function recordSignOut(
  tx: Tx,
  { userId, organizationId, requestId, now, ...rest }: SignOut,
): Promise<void> {
  await recordAudit(tx, {
    organizationId,
    event: 'session.ended',
    userId,
    subjectId: userId,
    occurredAt: now,
    ...rest,
    ...(requestId && { requestId }),
  })
}

export interface SignOut {
  userId: string
  organizationId: string
  details?: Record<string, unknown>
  requestId: string | undefined
  now: Date
}
