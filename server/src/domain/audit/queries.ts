import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { auditSeals } from '../../platform/db/schema/index.ts'
import type { Seal, SealedRow } from './seal.ts'

const firstXid = '0'

/** A seal that tells how many rows are sealed with it. */
export type CountedSeal = Seal & { total: number | null }

/** Rows at and above `from` and below `upto`, in the order they are sealed. Text, so that nothing is rounded. */
export async function selectSealable(
  tx: Tx,
  organizationId: string,
  from: string,
  upto: SQL,
  limit?: number,
): Promise<SealedRow[]> {
  // By its own words: of millions of rows, making each anew out of columns takes longer than hashing it.
  // An instant as JSON has one form whatever the database is set to, at a quarter of the cost of a pattern.
  const { rows } = await tx.execute<{ [Key in keyof SealedRow]: SealedRow[Key] }>(sql`
    select id, xid::text as xid, to_json(occurred_at at time zone 'utc') as "occurredAt", event,
      user_id as "userId", subject_id as "subjectId", details, request_id as "requestId", address, client,
      api_token_id as "apiTokenId"
    from audits
    where organization_id = ${organizationId} and xid >= ${from}::xid8 and xid < ${upto}
    order by audits.xid, audits.id
    limit ${limit ?? null}`)
  return rows
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

export async function lastSeal(tx: Tx, organizationId: string): Promise<CountedSeal | undefined> {
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

/** Rows that no seal covers yet, at most so many. In a transaction of the platform. */
export async function countUnsealed(
  tx: Tx,
  organizationId: string,
  seal: Seal | undefined,
  most?: number,
): Promise<number> {
  const { rows } = await tx.execute<{ unsealed: number }>(sql`
    select count(*)::int as unsealed from (
      select from audits where organization_id = ${organizationId} and xid >= ${sealedUpTo(seal)}::xid8
      ${most === undefined ? sql`` : sql`limit ${most}`}
    ) as newer`)
  return rows[0]?.unsealed ?? 0
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
