import type { RoleKey } from '@cresyl/contract/api/permissions'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { hashLinkToken } from '../domain/users/links.ts'
import type { Tx } from '../platform/db/database.ts'
import {
  embeddedIssuer,
  invitations,
  memberships,
  organizations,
  users,
} from '../platform/db/schema/index.ts'

export interface Invitation {
  id: string
  /** Of the link that was followed. */
  tokenHash: Buffer
  organizationId: string
  organizationName: string
  email: string
  /** What the administrator wrote; may be empty. */
  name: string
  role: RoleKey
  invitedBy: string | null
  /** The account with this e-mail address that is, or was, a member already. Others are none of the organisation's business. */
  account: { userId: string; isDisabled: boolean; isMember: boolean } | null
}

export type InvitationState =
  | 'open'
  | 'unknown'
  | 'used'
  | 'revoked'
  | 'expired'
  | 'closed'
  | 'member'
  | 'disabled'

export type FoundInvitation =
  | { state: 'open' | 'member'; invitation: Invitation }
  | { state: Exclude<InvitationState, 'open' | 'member'>; invitation?: undefined }

/** What a link leads to. Without the system's transaction nobody sees another organisation's. */
export async function findInvitation(tx: Tx, token: string, now: Date): Promise<FoundInvitation> {
  const inviter = alias(users, 'inviter')
  const [found] = await tx
    .select({
      id: invitations.id,
      tokenHash: invitations.tokenHash,
      organizationId: invitations.organizationId,
      organizationName: organizations.displayName,
      email: invitations.email,
      name: invitations.name,
      role: invitations.role,
      invitedBy: inviter.name,
      expiresAt: invitations.expiresAt,
      acceptedAt: invitations.acceptedAt,
      revokedAt: invitations.revokedAt,
      closedAt: organizations.disabledAt,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .leftJoin(inviter, eq(inviter.id, invitations.invitedBy))
    .where(eq(invitations.tokenHash, hashLinkToken(token)))
  if (found === undefined) return { state: 'unknown' }
  const { expiresAt, acceptedAt, revokedAt, closedAt, ...invitation } = found
  if (acceptedAt !== null) return { state: 'used' }
  if (revokedAt !== null) return { state: 'revoked' }
  if (expiresAt <= now) return { state: 'expired' }
  if (closedAt !== null) return { state: 'closed' }
  const account = await findAccount(tx, invitation)
  if (account?.isDisabled) return { state: 'disabled' }
  return { state: account?.isMember ? 'member' : 'open', invitation: { ...invitation, account } }
}

async function findAccount(
  tx: Tx,
  { email, organizationId }: Pick<Invitation, 'email' | 'organizationId'>,
): Promise<Invitation['account']> {
  const [account] = await tx
    .select({
      userId: users.id,
      isDisabled: sql<boolean>`${users.disabledAt} is not null`,
      isMember: sql<boolean>`${memberships.disabledAt} is null`,
    })
    .from(users)
    .innerJoin(
      memberships,
      and(eq(memberships.userId, users.id), eq(memberships.organizationId, organizationId)),
    )
    .where(and(eq(users.issuer, embeddedIssuer), eq(sql`lower(${users.email})`, email.toLowerCase())))
    .orderBy(sql`${memberships.disabledAt} desc nulls first`)
    .limit(1)
  return account ?? null
}

/**
 * Uses the invitation up. Of two who try at once one gets true: the other waits for the row, then finds it used.
 * A link that was replaced meanwhile, perhaps by one for another role, takes nothing.
 */
export async function takeInvitation(
  tx: Tx,
  { id, tokenHash }: Pick<Invitation, 'id' | 'tokenHash'>,
  now: Date,
): Promise<boolean> {
  const taken = await tx
    .update(invitations)
    .set({ acceptedAt: now })
    .where(
      and(
        eq(invitations.id, id),
        eq(invitations.tokenHash, tokenHash),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, now),
      ),
    )
    .returning({ id: invitations.id })
  return taken.length > 0
}
