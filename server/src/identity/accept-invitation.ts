import { isolate } from '@cresyl/contract/isolate'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { recordAudit } from '../domain/audit/record.ts'
import { notify } from '../domain/notifications/notify.ts'
import { withdrawPasswordResets } from '../domain/users/withdraw-password-resets.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { violatedUniqueness } from '../platform/db/failures.ts'
import { memberships, users } from '../platform/db/schema/index.ts'
import { type Invitation, takeInvitation } from './invitations.ts'
import { type PasswordPlace, tryPassword } from './password-attempt.ts'
import { hashPassword } from './passwords.ts'
import { insertMember } from './people.ts'
import { recordRefusal } from './sign-in.ts'

export interface NewAccount {
  name: string
  password: string
  requestId: string
}

/** `gone`: someone else was faster, with the link or with an account of the same address. Look again. */
type Acceptance = 'joined' | 'gone'

/** For who has no account yet. Throws `invalid_input` for a password that is too short. */
export async function joinWithNewAccount(
  { database, clock }: Context,
  invitation: Invitation,
  { name, password, requestId }: NewAccount,
): Promise<Acceptance> {
  const passwordHash = await hashPassword(password)
  const { id: invitationId, organizationId, email, role } = invitation
  const now = clock.now()
  try {
    return await database.asSystem(async (tx) => {
      if (!(await takeInvitation(tx, invitation, now))) return 'gone'
      const person = { organizationId, email, name, role, superadmin: false, passwordHash }
      const { id } = await insertMember(tx, { ...person, joining: { invitationId, requestId } }, now)
      await tellAdministrators(tx, invitation, id, name, now)
      return 'joined'
    })
  } catch (error) {
    if (violatedUniqueness(error) === 'users_email') return 'gone'
    throw error
  }
}

export interface TypedPassword {
  userId: string
  password: string
  from: PasswordPlace
  requestId: string
}

/** For who has an account: its password proves that it is theirs, and a guess counts like one on the login page. */
export async function joinWithAccount(
  context: Context,
  invitation: Invitation,
  { userId, password, from, requestId }: TypedPassword,
): Promise<Acceptance | 'refused'> {
  const verdict = await tryPassword(context, [userId], password, from)
  if (typeof verdict === 'string') {
    await recordRefusal(context, userId, verdict === 'locked' ? 'locked' : 'wrong_password', requestId)
    return 'refused'
  }
  const { id: invitationId, organizationId, role } = invitation
  const now = context.clock.now()
  return context.database.asSystem(async (tx) => {
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
    if (joined.length === 0) return 'joined'
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
    const [person] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId))
    await tellAdministrators(tx, invitation, userId, person?.name ?? invitation.email, now)
    return 'joined'
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
