import { type ProjectHistoryEvent, projectHistoryEvents } from '@cresyl/contract/project-history'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { type Person, rowLimit } from '../resource.ts'

export interface HistoryRow {
  id: string
  event: ProjectHistoryEvent
  subjectId: string
  occurredAt: Date
  details: Record<string, unknown>
  person: Person | null
}

const events = sql`${sql.param([...projectHistoryEvents])}::text[]`

export async function selectHistory(
  tx: Tx,
  projectId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  const { rows } = await tx.execute<{
    id: string
    event: ProjectHistoryEvent
    subject_id: string
    occurred_at: Date | string
    details: Record<string, unknown>
    person: HistoryRow['person']
  }>(sql`
    select a.id, a.event, a.subject_id, a.occurred_at, a.details,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'picture', u.picture) end as person
    from audits a left join users u on u.id = a.user_id
    where a.id = any (array(
      select project_history(${projectId}, ${events}, ${rowLimit(limit) + offset}) offset ${offset}))
    order by a.occurred_at desc, a.id desc`)
  return rows.map(({ subject_id, occurred_at, ...row }) => ({
    ...row,
    subjectId: subject_id,
    occurredAt: new Date(occurred_at),
  }))
}

export async function countHistory(tx: Tx, projectId: string): Promise<number> {
  const { rows } = await tx.execute<{ total: string }>(
    sql`select count_project_history(${projectId}, ${events}) as total`,
  )
  return Number(rows[0]?.total ?? 0)
}
