import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { type DemoPartKind, demoParts, demos, jobs } from '../../platform/db/schema/index.ts'

export type DemoRow = typeof demos.$inferSelect

export async function lockDemo(tx: Tx, organizationId: string): Promise<DemoRow | undefined> {
  const [found] = await tx.select().from(demos).where(eq(demos.organizationId, organizationId)).for('update')
  return found
}

/** The demo that the job is to make or remove, held until the transaction ends; undefined once another job has it. */
export async function holdDemo(tx: Tx, job: { id: string }): Promise<DemoRow | undefined> {
  const [found] = await tx
    .select()
    .from(demos)
    .where(and(eq(demos.jobId, job.id), isNull(demos.removedAt)))
    .for('update')
  return found
}

/** The job that is to make the demo, whether or not it has ended. */
export async function findMaking(tx: Tx, organizationId: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: jobs.id })
    .from(demos)
    .innerJoin(jobs, and(eq(jobs.id, demos.jobId), eq(jobs.kind, 'make_demo')))
    .where(eq(demos.organizationId, organizationId))
  return found?.id
}

export async function handOver(tx: Tx, organizationId: string, jobId: string): Promise<void> {
  await tx.update(demos).set({ jobId }).where(eq(demos.organizationId, organizationId))
}

export async function keepPart(
  tx: Tx,
  part: { organizationId: string; kind: DemoPartKind; key: string; subjectId: string },
): Promise<void> {
  await tx.insert(demoParts).values(part)
}

/** The ids of the parts of a kind, by their keys. */
export async function selectParts(
  tx: Tx,
  organizationId: string,
  kind: DemoPartKind,
): Promise<Map<string, string>> {
  const rows = await tx
    .select({ key: demoParts.key, id: demoParts.subjectId })
    .from(demoParts)
    .where(and(eq(demoParts.organizationId, organizationId), eq(demoParts.kind, kind)))
  return new Map(rows.map(({ key, id }) => [key, id]))
}

export async function forgetPart(
  tx: Tx,
  organizationId: string,
  kind: DemoPartKind,
  subjectId: string,
): Promise<void> {
  await tx
    .delete(demoParts)
    .where(
      and(
        eq(demoParts.organizationId, organizationId),
        eq(demoParts.kind, kind),
        eq(demoParts.subjectId, subjectId),
      ),
    )
}

/** Nothing is left of it, and it does not come again. */
export async function endDemo(tx: Tx, organizationId: string, now: Date): Promise<void> {
  await tx.delete(demoParts).where(eq(demoParts.organizationId, organizationId))
  await tx.update(demos).set({ removedAt: now }).where(eq(demos.organizationId, organizationId))
}

export interface DemoFigures {
  /** Slides that were sent, whatever came of them. */
  sent: number
  /** Of those, still to be read. */
  reading: number
  failed: number
  /** Announced only: whoever was about to send them is gone. */
  unsent: number
  /** Projects that hold nothing but slides of the demo. */
  projects: number
  /** Slides that are still there, deleted ones included. */
  slides: number
}

export async function countDemo(tx: Tx, organizationId: string): Promise<DemoFigures> {
  const { rows } = await tx.execute<{ [Name in keyof DemoFigures]: string }>(sql`
    with own as (
      select f.id, f.state, f.reading_state from demo_parts p
      left join files f on f.organization_id = p.organization_id and f.id = p.subject_id
      where p.organization_id = ${organizationId} and p.kind = 'file'
    )
    select count(*) filter (where state is distinct from 'created') as sent,
      count(*) filter (where state = 'created') as unsent,
      count(*) filter (where reading_state in ('pending', 'reading')) as reading,
      count(*) filter (where state = 'failed' or reading_state = 'failed') as failed,
      count(id) as slides,
      (
        select count(*) from demo_parts p join projects d on d.id = p.subject_id
        where p.organization_id = ${organizationId} and p.kind = 'project' and d.deleted_at is null
          and not exists (
            select from slides s where s.organization_id = ${organizationId} and s.project_id = d.id
              and s.file_id not in (select id from own where id is not null)
          )
          and not exists (
            select from files f where f.organization_id = ${organizationId} and f.project_id = d.id
              and f.id not in (select id from own where id is not null)
              and not exists (select from slides s where s.organization_id = ${organizationId} and s.file_id = f.id)
          )
      ) as projects
    from own`)
  const [row] = rows
  return {
    sent: Number(row?.sent ?? 0),
    reading: Number(row?.reading ?? 0),
    unsent: Number(row?.unsent ?? 0),
    failed: Number(row?.failed ?? 0),
    projects: Number(row?.projects ?? 0),
    slides: Number(row?.slides ?? 0),
  }
}
