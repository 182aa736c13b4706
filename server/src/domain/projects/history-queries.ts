import { type ProjectHistoryEvent, projectHistoryEvents } from '@cresyl/contract/project-history'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { rowLimit } from '../paging.ts'

export interface HistoryRow {
  id: string
  event: ProjectHistoryEvent
  subjectId: string
  occurredAt: Date
  details: Record<string, unknown>
  person: { id: string; name: string; picture: string | null } | null
}

/** Rows of the project itself, of what is in it, and of what left it: each in an index of its own. */
function waysToBelong(projectId: string): SQL[] {
  return [
    sql`a.subject_id = ${projectId}::uuid`,
    sql`a.details ? 'project_id' and a.details ->> 'project_id' = ${projectId}::text`,
    sql`a.details ? 'former_project_id' and a.details ->> 'former_project_id' = ${projectId}::text`,
  ]
}

const isHistory = sql`a.event = any (${sql.param([...projectHistoryEvents])}::text[])`

export async function selectHistory(
  tx: Tx,
  projectId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  const most = rowLimit(limit) + offset
  // The newest of each way are enough to find the newest of all.
  const newest = waysToBelong(projectId).map(
    (isOne) => sql`(
      select a.id, a.event, a.subject_id, a.occurred_at, a.details, a.user_id from audits a
      where ${isOne} and ${isHistory}
      order by a.occurred_at desc, a.id desc limit ${most})`,
  )
  const { rows } = await tx.execute<{
    id: string
    event: ProjectHistoryEvent
    subject_id: string
    occurred_at: Date | string
    details: Record<string, unknown>
    person: HistoryRow['person']
  }>(sql`
    select h.id, h.event, h.subject_id, h.occurred_at, h.details,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'picture', u.picture) end as person
    from (${sql.join(newest, sql` union all `)}) as h left join users u on u.id = h.user_id
    order by h.occurred_at desc, h.id desc limit ${rowLimit(limit)} offset ${offset}`)
  return rows.map(({ subject_id, occurred_at, ...row }) => ({
    ...row,
    subjectId: subject_id,
    occurredAt: new Date(occurred_at),
  }))
}

export async function countHistory(tx: Tx, projectId: string): Promise<number> {
  const counts = waysToBelong(projectId).map(
    (isOne) => sql`(select count(*) from audits a where ${isOne} and ${isHistory})`,
  )
  const { rows } = await tx.execute<{ total: string }>(sql`select ${sql.join(counts, sql` + `)} as total`)
  return Number(rows[0]?.total ?? 0)
}
