import { isDeepStrictEqual } from 'node:util'
import { isolate } from '@cresyl/contract/api/isolate'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { recordAudit } from '../domain/audit/record.ts'
import { notify } from '../domain/notifications/notify.ts'
import { withdrawPasswordResets } from '../domain/users/offer-password-reset.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { memberships, users } from '../platform/db/schema/index.ts'
import { type Invitation, takeInvitation } from './invitations.ts'
import { type PasswordPlace, tryPassword } from './password-attempt.ts'
import { hashPassword } from './passwords.ts'
import { insertMember } from './people.ts'
import { findPasswordHash, findUserIds, lockAddress } from './queries.ts'
import { recordWrongPassword } from './sign-in.ts'

export interface TypedPassword {
  password: string
  from: PasswordPlace
  requestId: string
}

export interface NewAccount extends TypedPassword {
  name: string
}

/** `gone`: someone else was faster with the link. Look again. */
type Acceptance = { userId: string } | 'gone' | 'disabled'

/**
 * For who has no account yet. Others with the address are left alone, for nobody has shown whose it is; who types the
 * password of one of them means that one. Throws `invalid_input` for a password that is too short.
 */
export async function joinWithNewAccount(
  context: Context,
  invitation: Invitation,
  account: NewAccount,
): Promise<Acceptance> {
  const { database, clock } = context
  const { id: invitationId, organizationId, email, role } = invitation
  const { name, password, from, requestId } = account
  const others = await database.asSystem((tx) => findUserIds(tx, email))
  const verdict = await tryPassword(context, others, password, from)
  if (typeof verdict !== 'string') return join(context, invitation, verdict.userId, requestId)
  const like = await database.asSystem((tx) => findPasswordHash(tx, others))
  const passwordHash = await hashPassword(password, like)
  const now = clock.now()
  const joined = await database.asSystem(async (tx) => {
    await lockAddress(tx, email)
    if (!isDeepStrictEqual(await findUserIds(tx, email), others)) return undefined
    if (!(await takeInvitation(tx, invitation, now))) return 'gone'
    const person = { organizationId, email, name, role, superadmin: false, passwordHash }
    const { id } = await insertMember(tx, { ...person, joining: { invitationId, requestId } }, now)
    await tellAdministrators(tx, invitation, id, name, now)
    return { userId: id }
  })
  // Another account was made meanwhile: its password may be this one.
  return joined ?? joinWithNewAccount(context, invitation, account)
}

/**
 * For who has an account: its password proves that it is theirs, and a guess counts like one on the login page. The
 * same where there is none: whoever made the link must not learn of accounts in other organisations.
 */
export async function joinWithAccount(
  context: Context,
  invitation: Invitation,
  { password, from, requestId }: TypedPassword,
): Promise<Acceptance | 'refused'> {
  const { account, email } = invitation
  const userIds =
    account === null ? await context.database.asSystem((tx) => findUserIds(tx, email)) : [account.userId]
  const verdict = await tryPassword(context, userIds, password, from)
  if (typeof verdict !== 'string') return join(context, invitation, verdict.userId, requestId)
  await recordWrongPassword(context, userIds, verdict, requestId)
  return 'refused'
}

async function join(
  context: Context,
  invitation: Invitation,
  userId: string,
  requestId: string,
): Promise<Acceptance> {
  const { id: invitationId, organizationId, role } = invitation
  const now = context.clock.now()
  return context.database.asSystem(async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, userId))
    if (person === undefined || person.disabledAt !== null) return 'disabled'
    if (!(await takeInvitation(tx, invitation, now))) return 'gone'
    const joined = await tx
      .insert(memberships)
      .values({ organizationId, userId, role, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [memberships.organizationId, memberships.userId],
        set: { role, disabledAt: null, updatedAt: now, version: sql`${memberships.version} + 1` },
        // Who is a member by now keeps the role: an old link must not make the last administrator a guest.
        setWhere: isNotNull(memberships.disabledAt),
      })
      .returning({ userId: memberships.userId })
    if (joined.length === 0) return { userId }
    // An administrator elsewhere may hold one, and the account now opens more than their organisation.
    await withdrawPasswordResets(tx, userId)
    await recordAudit(tx, {
      organizationId,
      event: 'member.added',
      userId,
      subjectId: userId,
      details: { role, invitation: invitationId },
      requestId,
      occurredAt: now,
    })
    await tellAdministrators(tx, invitation, userId, person.name, now)
    return { userId }
  })
}

function tellAdministrators(
  tx: Tx,
  { organizationId, organizationName, email }: Invitation,
  userId: string,
  name: string,
  now: Date,
): Promise<void> {
  return notify(tx, {
    organizationId,
    kind: 'member.joined',
    text: `${isolate(name)} (${email}) has joined ${isolate(organizationName)}.`,
    link: '/manage-org?tab=members',
    to: { permission: 'update:organization_settings' },
    except: userId,
    now,
  })
}
