import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { jobs, schedule } from '../db/schema/index.ts'
import { sendJob } from './send-job.ts'
import type { Cron, QueueDefinition } from './worker-options.ts'

/** Puts what comes round into the schedule. What is new there comes first when it is due next. */
export async function keepSchedule(tx: Tx, cron: Cron): Promise<void> {
  const rows = Object.keys(cron).map((kind) => ({ kind, lastDueAt: sql`now()` }))
  if (rows.length > 0) await tx.insert(schedule).values(rows).onConflictDoNothing()
}

/**
 * Makes jobs of the platform of what is due, unless one of the kind waits or runs already. After a time when nothing
 * ran each comes once, however often it was missed.
 */
export async function sendDue(
  tx: Tx,
  cron: Cron,
  definitions: Readonly<Record<string, QueueDefinition>>,
): Promise<string[]> {
  const sent: string[] = []
  // In one order everywhere: two workers that lock several kinds must not wait for each other.
  for (const [kind, { everyMinutes, atMinute = 0 }] of Object.entries(cron).sort()) {
    const definition = definitions[kind]
    if (definition === undefined) continue
    const every = sql`make_interval(mins => ${everyMinutes})`
    const dueAt = sql`date_bin(${every}, now(), timestamptz 'epoch' + make_interval(mins => ${atMinute}))`
    const due = await tx
      .update(schedule)
      .set({ lastDueAt: dueAt })
      // Another worker may have sent what is due a moment after this transaction began. A time further ahead than that
      // was written while the clock of the database was wrong.
      .where(
        and(eq(schedule.kind, kind), sql`${schedule.lastDueAt} not between ${dueAt} and ${dueAt} + ${every}`),
      )
      .returning({ kind: schedule.kind })
    if (due.length === 0 || (await isUnderWay(tx, kind))) continue
    const { priority, attempts, labels = [] } = definition
    sent.push(
      await sendJob(tx, { kind, organizationId: null, payload: {}, priority, maxAttempts: attempts, labels }),
    )
  }
  return sent
}

async function isUnderWay(tx: Tx, kind: string): Promise<boolean> {
  const found = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isNull(jobs.organizationId), eq(jobs.kind, kind), inArray(jobs.state, ['queued', 'running'])))
    .limit(1)
  return found.length > 0
}
