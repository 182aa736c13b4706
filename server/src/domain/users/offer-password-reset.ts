import { ApiError } from '@cresyl/contract/api/errors'
import { linkHours } from '@cresyl/contract/api/limits'
import type { PasswordReset } from '@cresyl/contract/people/users'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Config } from '../../platform/config/config.ts'
import type { Tx } from '../../platform/db/database.ts'
import { embeddedIssuer, memberships, passwordResets, users } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { notify } from '../notifications/notify.ts'
import type { AuditedWork, Member } from '../work.ts'
import { passwordResetLetter } from './letters.ts'
import { newLinkToken, passwordResetLink } from './links.ts'
import { findMember, findPerson, isActive } from './queries.ts'
import { requireCalmPace } from './require-calm-pace.ts'

/** In a transaction of the platform: passwords are the person's in all their organisations. */
export async function offerPasswordReset(
  work: AuditedWork,
  config: Config,
  userId: string,
): Promise<PasswordReset> {
  const { tx, member, now } = work
  const found = await findMember(tx, member.organizationId, userId)
  if (userId === member.userId) {
    throw new ApiError('invalid_input', { detail: 'This is you. Change your password in your profile.' })
  }
  const person = await lockPerson(tx, userId)
  if (person.issuer !== embeddedIssuer || config.identity.kind !== 'embedded') {
    throw new ApiError('managed_elsewhere', {
      detail: 'The password of this person is managed by their identity provider. Reset it there.',
    })
  }
  await refuseReachBeyond(tx, member, person)
  if (!isActive(found)) {
    throw new ApiError('invalid_input', { detail: 'This member is disabled. Enable them first.' })
  }
  await requireCalmPace(work)

  const { token, hash } = newLinkToken()
  const expiresAt = new Date(now.getTime() + linkHours.passwordReset * 3_600_000)
  await withdrawPasswordResets(tx, userId)
  await tx.insert(passwordResets).values({
    id: newId(),
    userId,
    tokenHash: hash,
    offeredBy: member.userId,
    createdAt: now,
    expiresAt,
  })
  const link = passwordResetLink(config, token)
  const { name: offeredBy } = await findPerson(tx, member.userId)
  if (config.mail) await queueMail(tx, passwordResetLetter({ to: person.email, offeredBy, link, expiresAt }))
  await tellOfOffer(work, userId)
  work.record({ id: userId })
  return { id: userId, link, emailed: config.mail !== null, expires_at: expiresAt.toISOString() }
}

interface LockedPerson {
  id: string
  issuer: string
  email: string
  superadmin: boolean
}

/** Held, so that of two offers made at once only the later one works. */
async function lockPerson(tx: Tx, userId: string): Promise<LockedPerson> {
  const [person] = await tx
    .select({ id: users.id, issuer: users.issuer, email: users.email, superadmin: users.superadmin })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  if (person === undefined) throw new ApiError('not_found')
  return person
}

/**
 * Whoever sets a password can sign in as the person: an administrator must not get into what lies outside the
 * organisation that way. A disabled membership counts, for the other organisation may enable it again.
 */
async function refuseReachBeyond(tx: Tx, member: Member, { id, superadmin }: LockedPerson): Promise<void> {
  if (member.superadmin) return
  const elsewhere = await tx
    .select({ id: memberships.organizationId })
    .from(memberships)
    .where(and(eq(memberships.userId, id), ne(memberships.organizationId, member.organizationId)))
    .limit(1)
  if (!superadmin && elsewhere.length === 0) return
  throw new ApiError('forbidden', {
    detail:
      'You do not have permission to reset this password: the account is also used outside your organisation. Ask a superadmin.',
  })
}

function tellOfOffer({ tx, member, now }: AuditedWork, userId: string): Promise<void> {
  return notify(tx, {
    organizationId: member.organizationId,
    kind: 'security.password_changed',
    text: 'An administrator created a link to reset your password.',
    to: [userId],
    now,
  })
}

/** Ends the links that nobody has used yet. Needs the system's transaction. */
export async function withdrawPasswordResets(tx: Tx, userId: string): Promise<void> {
  await tx.delete(passwordResets).where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
}
