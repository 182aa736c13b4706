import { and, eq, gte, isNull, lt, or } from 'drizzle-orm'
import { recordAudit } from '../../domain/audit/record.ts'
import type { Tx } from '../../platform/db/database.ts'
import { audits, memberships } from '../../platform/db/schema/index.ts'
import type { StoredMembership } from './standing.ts'

interface Visit {
  organizationId: string
  userId: string
  now: Date
}

const notedEvery = 5 * 60_000

/**
 * Notes that a member came by. The provider does not tell us when people sign in: for the audit log a session starts
 * with what they first do on a day (UTC).
 */
export async function noteVisit(
  tx: Tx,
  { lastSeenAt }: Pick<StoredMembership, 'lastSeenAt'>,
  { organizationId, userId, now }: Visit,
): Promise<void> {
  const due = new Date(now.getTime() - notedEvery)
  if (lastSeenAt !== null && lastSeenAt >= due) return
  const noted = await tx
    .update(memberships)
    .set({ lastSeenAt: now })
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.userId, userId),
        // Of several requests at once one is the first.
        or(isNull(memberships.lastSeenAt), lt(memberships.lastSeenAt, due)),
      ),
    )
    .returning({ userId: memberships.userId })
  if (noted.length === 0 || (lastSeenAt !== null && lastSeenAt >= startOfDay(now))) return
  await recordStart(tx, { organizationId, userId, now })
}

/** A superadmin who is no member: where they are noted is the audit log itself. */
export async function noteActing(tx: Tx, { organizationId, userId, now }: Visit): Promise<void> {
  const entered = await tx
    .select({ id: audits.id })
    .from(audits)
    .where(
      and(
        eq(audits.organizationId, organizationId),
        gte(audits.occurredAt, startOfDay(now)),
        eq(audits.event, 'organization.entered'),
        eq(audits.userId, userId),
      ),
    )
    .limit(1)
  if (entered.length > 0) return
  await recordStart(tx, { organizationId, userId, now }, { superadmin: true })
  await recordAudit(tx, {
    organizationId,
    event: 'organization.entered',
    userId,
    subjectId: organizationId,
    occurredAt: now,
  })
}

function recordStart(tx: Tx, { organizationId, userId, now }: Visit, more = {}): Promise<void> {
  return recordAudit(tx, {
    organizationId,
    event: 'session.started',
    userId,
    subjectId: userId,
    details: { method: 'provider', ...more },
    occurredAt: now,
  })
}

function startOfDay(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()))
}
