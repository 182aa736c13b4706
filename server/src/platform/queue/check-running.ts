import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { jobs } from '../db/schema/index.ts'
import type { Holder } from './job-row.ts'
import type { Execution } from './run-job.ts'
import { type SettleOptions, settleJob } from './settle-job.ts'

export interface RunningChecks {
  context: Pick<Context, 'database' | 'log' | 'metrics'>
  settling: SettleOptions
  holder: () => Holder
  running: ReadonlyMap<string, Execution>
  /** Goes up when a claim begins and when it ends; odd while one is under way. */
  claims: () => number
}

/**
 * Compares what runs here with what the database says: what is to be cancelled, was taken over, or runs nowhere.
 * False if the last could not be told because something was being claimed.
 */
export async function checkRunning({
  context,
  settling,
  holder,
  running,
  claims,
}: RunningChecks): Promise<boolean> {
  const { database, log, metrics } = context
  const before = [...running.values()]
  const claimsBefore = claims()
  const { serverId, incarnation } = holder()
  const ours = and(eq(jobs.serverId, serverId), eq(jobs.incarnation, incarnation), eq(jobs.state, 'running'))
  const rows = await database.asSystem((tx) =>
    tx
      .select({ id: jobs.id, attempt: jobs.attempt, cancelRequestedAt: jobs.cancelRequestedAt })
      .from(jobs)
      .where(ours),
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const execution of before) {
    const row = found.get(execution.job.id)
    if (execution.settling()) continue
    if (row?.attempt !== execution.job.attempt) execution.abort('taken_over')
    else if (row.cancelRequestedAt !== null) execution.abort('cancelled')
  }

  // A claim whose answer never arrived, because the connection broke as it was committed, is nobody's.
  if (claimsBefore % 2 === 1 || claims() !== claimsBefore) return false
  const here = new Set(before.map(({ job }) => job.id))
  const nobodys = rows.map(({ id }) => id).filter((id) => !here.has(id))
  if (nobodys.length === 0) return true
  const held = await database.asSystem((tx) =>
    tx
      .select()
      .from(jobs)
      .where(and(ours, inArray(jobs.id, nobodys))),
  )
  for (const job of held) {
    const message = 'It could not be started; it is taken up again.'
    const settled = await database.asSystem((tx) =>
      settleJob(tx, job, { end: 'returned', message }, settling),
    )
    if (settled === undefined) continue
    metrics.jobs.inc({ kind: job.kind, outcome: settled.end })
    log.warn({ job: job.id, kind: job.kind }, 'a job that was claimed but not started was given back')
  }
  return true
}
