import { ApiError } from '@cresyl/contract/api/errors'
import { eq } from 'drizzle-orm'
import { recordAudit } from '../domain/audit/record.ts'
import { notify } from '../domain/notifications/notify.ts'
import { withdrawPasswordResets } from '../domain/users/offer-password-reset.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { credentials, passwordPlaces } from '../platform/db/schema/index.ts'
import { tryPassword } from './password-attempt.ts'
import { faultOfPassword, hashPassword } from './passwords.ts'
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
  const fault = faultOfPassword(next)
  if (fault !== undefined) throw new ApiError('invalid_input', { detail: fault })
  const [credential] = await database.asSystem((tx) => findCredential(tx, userId))
  if (credential === undefined) throw new ApiError('managed_elsewhere')
  const verdict = await tryPassword(context, [userId], current, 'session')
  if (typeof verdict === 'string') {
    await recordRefusal(context, userId, verdict === 'locked' ? 'locked' : 'wrong_password', requestId)
    if (verdict === 'wrong') throw new ApiError('wrong_password')
    throw new ApiError('rate_limited', {
      detail: 'Too many wrong passwords. Wait a minute (longer after more attempts), then try again.',
    })
  }
  const passwordHash = await hashPassword(next, credential.passwordHash)
  await database.asSystem(async (tx) => {
    // Hashing took its time: a link may have set another one meanwhile.
    const held = await findCredential(tx, userId).for('update')
    if (held[0]?.updatedAt.getTime() !== credential.updatedAt.getTime()) throw new ApiError('wrong_password')
    await setPassword(tx, { userId, passwordHash, keepSession, requestId, method: 'own', now: clock.now() })
  })
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
  const values = { passwordHash, strangersUntil: null, updatedAt: now }
  await tx
    .insert(credentials)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: credentials.userId, set: values })
  // Nothing is left of what was guessed, and no browser is known any more.
  await tx.delete(passwordPlaces).where(eq(passwordPlaces.userId, userId))
  await withdrawPasswordResets(tx, userId)
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
      : 'Your password was reset with a link from an administrator. You were signed out everywhere.'
  for (const { organizationId } of await activeOrganizationsOf(tx, userId)) {
    await notify(tx, { organizationId, kind: 'security.password_changed', text, to: [userId], now })
  }
}

function findCredential(tx: Tx, userId: string) {
  return tx
    .select({ passwordHash: credentials.passwordHash, updatedAt: credentials.updatedAt })
    .from(credentials)
    .where(eq(credentials.userId, userId))
}
