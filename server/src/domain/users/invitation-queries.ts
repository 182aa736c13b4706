import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listInvitations } from '@cresyl/contract/people/users'
import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { invitations, users } from '../../platform/db/schema/index.ts'
import { findRow, pickPerson, readTotal, rowLimit } from '../resource.ts'
import type { InvitationRow } from './view.ts'

export type InvitationQuery = RouteRequest<typeof listInvitations>['query']
export type NewInvitation = Omit<typeof invitations.$inferSelect, 'acceptedAt' | 'revokedAt'>

const open = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt))

export async function selectInvitations(tx: Tx, query: InvitationQuery): Promise<InvitationRow[]> {
  return withInviter(tx)
    .where(open)
    .orderBy(desc(invitations.createdAt), asc(invitations.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
}

export async function countInvitations(tx: Tx): Promise<number> {
  return readTotal(tx.select({ total: count() }).from(invitations).where(open))
}

export async function findInvitation(tx: Tx, id: string): Promise<InvitationRow> {
  return findRow(withInviter(tx).where(and(eq(invitations.id, id), open)), unknown)
}

/** The invitation, if nobody followed or withdrew it yet, held until the transaction ends. */
export async function lockInvitation(tx: Tx, id: string): Promise<InvitationRow> {
  return findRow(
    withInviter(tx)
      .where(and(eq(invitations.id, id), open))
      .for('update', { of: invitations }),
    unknown,
  )
}

/** One open invitation an address: another one takes the place of the first, whose link stops working. */
export async function putInvitation(tx: Tx, given: NewInvitation): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into invitations (id, organization_id, email, name, role, token_hash, invited_by, created_at, expires_at)
    values (${given.id}, ${given.organizationId}, ${given.email}, ${given.name}, ${given.role}, ${given.tokenHash},
      ${given.invitedBy}, ${given.createdAt}, ${given.expiresAt})
    on conflict (organization_id, lower(email)) where accepted_at is null and revoked_at is null
    do update set name = excluded.name, role = excluded.role, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, expires_at = excluded.expires_at
    returning id`)
  return rows[0]?.id ?? given.id
}

export async function revokeInvitationsTo(tx: Tx, email: string, now: Date): Promise<void> {
  await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(open, eq(sql`lower(${invitations.email})`, email.toLowerCase())))
}

function withInviter(tx: Tx) {
  return tx
    .select({ invitation: invitations, inviter: pickPerson(users) })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
}

const unknown = 'This invitation no longer exists: it was accepted or withdrawn, or never existed.'
