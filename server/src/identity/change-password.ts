import { ApiError } from '@cresyl/contract/errors'
import { and, eq, isNull } from 'drizzle-orm'
import { recordAudit } from '../domain/audit/record.ts'
import { notify } from '../domain/notifications/notify.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { credentials, passwordResets } from '../platform/db/schema/index.ts'
import { tryPassword } from './password-attempt.ts'
import { hashPassword } from './passwords.ts'
import { activeOrganizationsOf, organizationsOf } from './queries.ts'
import { recordRefusal } from './sign-in.ts'
import { endSignIns } from './sign-ins.ts'

export interface PasswordChange {
  userId: string
  current: string
  next: string
  /** The sign-in that goes on; all others end. */
  keepSession?: string | undefined
  requestId: string
}

/** Of a person who knows the current one. The audit log and the person are told by it, in the same transaction. */
export async function changePassword(context: Context, change: PasswordChange): Promise<void> {
  const { userId, current, next, keepSession, requestId } = change
  const { database, clock } = context
  if (!(await database.asSystem((tx) => hasPassword(tx, userId)))) throw new ApiError('managed_elsewhere')
  const passwordHash = await hashPassword(next)
  const verdict = await tryPassword(context, userId, current)
  if (verdict !== 'right') {
    await recordRefusal(context, userId, verdict === 'locked' ? 'locked' : 'wrong_password', requestId)
    if (verdict === 'wrong') throw new ApiError('wrong_password')
    throw new ApiError('rate_limited', {
      detail: 'The password was wrong too often. Wait a minute, or longer after more tries, and try again.',
    })
  }
  await database.asSystem((tx) =>
    setPassword(tx, { userId, passwordHash, keepSession, requestId, method: 'own', now: clock.now() }),
  )
}

export interface NewPassword {
  userId: string
  /** Made before the transaction: hashing takes long. */
  passwordHash: string
  keepSession?: string | undefined
  requestId: string
  /** By the person, or by a link that an administrator made. */
  method: 'own' | 'reset'
  now: Date
}

/** Ends every other sign-in and every link that could set another password. Needs the system's transaction. */
export async function setPassword(tx: Tx, password: NewPassword): Promise<void> {
  const { userId, passwordHash, keepSession, requestId, method, now } = password
  const values = { passwordHash, failedAttempts: 0, lockedUntil: null, updatedAt: now }
  await tx
    .insert(credentials)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: credentials.userId, set: values })
  await tx.delete(passwordResets).where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
  await endSignIns(tx, userId, { except: keepSession }, now)
  for (const organizationId of await organizationsOf(tx, userId)) {
    await recordAudit(tx, {
      organizationId,
      event: 'password.changed',
      userId,
      subjectId: userId,
      details: { method },
      requestId,
      occurredAt: now,
    })
  }
  const text =
    method === 'own'
      ? 'Your password was changed. You were signed out everywhere else.'
      : 'Your password was reset with a link that an administrator made. You were signed out everywhere.'
  for (const { organizationId } of await activeOrganizationsOf(tx, userId)) {
    await notify(tx, { organizationId, kind: 'security.password_changed', text, to: [userId], now })
  }
}

async function hasPassword(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx
    .select({ userId: credentials.userId })
    .from(credentials)
    .where(eq(credentials.userId, userId))
  return rows.length > 0
}
