import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { jobs } from '../db/schema/index.ts'
import { type Boss, within } from './boss.ts'
import { sendJob } from './send-job.ts'
import type { QueueDefinition } from './worker-options.ts'

export const cronQueue = 'cron'

/** Makes the schedule that pg-boss keeps the same as the table: what is no longer in it comes round no more. */
export async function keepSchedule(boss: Boss, cron: Readonly<Record<string, string>>): Promise<void> {
  await boss.createQueue(cronQueue)
  for (const [kind, expression] of Object.entries(cron)) {
    // After a time when nothing ran it comes once, however often it was missed.
    await boss.schedule(cronQueue, expression, { kind }, { key: kind, missed: 'once' })
  }
  for (const { key } of await boss.getSchedules(cronQueue)) {
    if (!Object.hasOwn(cron, key)) await boss.unschedule(cronQueue, key)
  }
}

/** Makes jobs of the platform of what the schedule has sent, unless one of the kind waits or runs already. */
export async function takeScheduled(
  tx: Tx,
  boss: Boss,
  definitions: Readonly<Record<string, QueueDefinition>>,
): Promise<string[]> {
  const tickets = await boss.fetch<{ kind: string }>(cronQueue, { ...within(tx), batchSize: 50 })
  if (tickets.length === 0) return []
  const sent: string[] = []
  // In one order everywhere: two workers that lock several kinds must not wait for each other.
  for (const kind of [...new Set(tickets.map(({ data }) => data.kind))].sort()) {
    const definition = definitions[kind]
    if (definition === undefined || (await isUnderWay(tx, kind))) continue
    const { priority, attempts, labels = [] } = definition
    sent.push(
      await sendJob(tx, { kind, organizationId: null, payload: {}, priority, maxAttempts: attempts, labels }),
    )
  }
  const ids = tickets.map(({ id }) => id)
  await boss.deleteJob(cronQueue, ids, within(tx))
  return sent
}

async function isUnderWay(tx: Tx, kind: string): Promise<boolean> {
  // Two workers with a ticket each must not both find none.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cron ${kind}`}, 0))`)
  const found = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isNull(jobs.organizationId), eq(jobs.kind, kind), inArray(jobs.state, ['queued', 'running'])))
    .limit(1)
  return found.length > 0
}
