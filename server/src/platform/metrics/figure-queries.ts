import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'

export interface UnfinishedJobs {
  kind: string
  /** `ready`: could run now; `delayed`: waits for its time, for example after a failure. */
  state: 'ready' | 'delayed' | 'running'
  count: number
}

export async function countUnfinishedJobs(tx: Tx): Promise<UnfinishedJobs[]> {
  const { rows } = await tx.execute<Record<keyof UnfinishedJobs, unknown>>(sql`
    select kind, count(*)::int as count,
      case when state = 'running' then 'running' when run_after > now() then 'delayed' else 'ready' end as state
    from jobs
    where state in ('queued', 'running') and not is_parent
    group by kind, 3`)
  return rows as unknown as UnfinishedJobs[] // as the columns above are cast
}

/** How long the first in each line has been able to run, by the labels that it asks for, joined by commas. */
export async function readQueueAges(tx: Tx): Promise<{ labels: string; seconds: number }[]> {
  const { rows } = await tx.execute<{ labels: string; seconds: number }>(sql`
    select array_to_string(labels, ',') as labels,
      extract(epoch from now() - min(run_after))::float8 as seconds
    from jobs
    where state = 'queued' and not is_parent and run_after <= now()
    group by labels`)
  return rows
}

/** How long the oldest row of the audit log that could be sealed waits for it; 0 when none does. */
export async function readSealLag(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from now() - min(waiting.occurred_at)), 0)::float8 as seconds
    from organizations o
    left join lateral (
      select upto_xid from audit_seals s where s.organization_id = o.id order by n desc limit 1
    ) head on true
    cross join lateral (
      select occurred_at from audits a
      where a.organization_id = o.id
        and a.xid >= coalesce(head.upto_xid, '0'::xid8)
        and a.xid < pg_snapshot_xmin(pg_current_snapshot())
      order by a.xid, a.id limit 1
    ) waiting`)
  return Math.max(0, rows[0]?.seconds ?? 0)
}

export interface StoredBytes {
  organizationId: string
  stored: number
  /** Of uploads that have begun. */
  reserved: number
}

/** Of all organisations: the files that are announced and neither stored nor given up. */
export async function readOpenUploads(tx: Tx): Promise<{ count: number; bytes: number }> {
  const { rows } = await tx.execute<{ count: number; bytes: number }>(
    sql`select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes from files where state = 'created'`,
  )
  return rows[0] ?? { count: 0, bytes: 0 }
}

/** Looks at every object: not to be asked often. */
export async function readStoredBytes(tx: Tx): Promise<StoredBytes[]> {
  const { rows } = await tx.execute<{ id: string; stored: number; reserved: number }>(sql`
    select o.id, coalesce(s.bytes, 0)::float8 as stored, coalesce(u.bytes, 0)::float8 as reserved
    from organizations o
    left join (select organization_id, sum(size) as bytes from stored_objects group by 1) s
      on s.organization_id = o.id
    left join (select organization_id, sum(size) as bytes from uploads
      where state in ('open', 'completing') group by 1) u on u.organization_id = o.id`)
  return rows.map(({ id, ...bytes }) => ({ organizationId: id, ...bytes }))
}

/** How full the queue of notifications is, from 0 to 1: a listener that stopped reading holds it up. */
export async function readNotificationUsage(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ usage: number }>(sql`select pg_notification_queue_usage() as usage`)
  return rows[0]?.usage ?? 0
}

export async function countServers(tx: Tx): Promise<{ state: string; count: number }[]> {
  const { rows } = await tx.execute<{ state: string; count: number }>(
    sql`select state, count(*)::int as count from servers group by state`,
  )
  return rows
}
