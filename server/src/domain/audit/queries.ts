import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { auditSeals, audits } from '../../platform/db/schema/index.ts'
import type { Seal, SealedRow } from './seal.ts'

const firstXid = '0'

/** Rows at and above `from` and below `upto`, in the order they are sealed. Text, so that nothing is rounded. */
export async function selectSealable(
  tx: Tx,
  organizationId: string,
  from: string,
  upto: SQL,
  limit?: number,
): Promise<SealedRow[]> {
  const query = tx
    .select({
      id: audits.id,
      organizationId: audits.organizationId,
      xid: sql<string>`${audits.xid}::text`,
      occurredAt: sql<string>`to_char(${audits.occurredAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
      event: audits.event,
      userId: audits.userId,
      subjectId: audits.subjectId,
      details: audits.details,
      requestId: audits.requestId,
    })
    .from(audits)
    .where(
      and(
        eq(audits.organizationId, organizationId),
        sql`${audits.xid} >= ${from}::xid8`,
        sql`${audits.xid} < ${upto}`,
      ),
    )
    .orderBy(asc(audits.xid), asc(audits.id))
  return limit === undefined ? query : query.limit(limit)
}

/** Everything below this has been committed or rolled back: no row can appear there any more. */
export async function settledXid(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ xid: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`,
  )
  return rows[0]?.xid ?? firstXid
}

/** Organisations that have settled rows which no seal covers. */
export async function selectUnsealedOrganizations(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select o.id from organizations o
    left join lateral (
      select upto_xid from audit_seals s where s.organization_id = o.id order by n desc limit 1
    ) head on true
    where exists (
      select from audits a
      where a.organization_id = o.id
        and a.xid >= coalesce(head.upto_xid, '0'::xid8)
        and a.xid < pg_snapshot_xmin(pg_current_snapshot())
    )`)
  return rows.map(({ id }) => id)
}

export async function lastSeal(tx: Tx, organizationId: string): Promise<Seal | undefined> {
  const [seal] = await tx
    .select()
    .from(auditSeals)
    .where(eq(auditSeals.organizationId, organizationId))
    .orderBy(desc(auditSeals.n))
    .limit(1)
  return seal
}

export async function selectSealsAfter(
  tx: Tx,
  organizationId: string,
  n: number,
  limit: number,
): Promise<Seal[]> {
  return tx
    .select()
    .from(auditSeals)
    .where(and(eq(auditSeals.organizationId, organizationId), gt(auditSeals.n, n)))
    .orderBy(asc(auditSeals.n))
    .limit(limit)
}

/** Whether this transaction is the one that seals for the organisation. */
export async function tryLockSealing(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('seal ' || ${organizationId}, 0)) as locked`,
  )
  return rows[0]?.locked === true
}

export function sealedUpTo(seal: Seal | undefined): string {
  return seal?.uptoXid ?? firstXid
}
