import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { jobs, servers } from '../db/schema/index.ts'
import type { JobRow } from './job-row.ts'
import { type SettleOptions, settleJob } from './settle-job.ts'
import type { Beat, BeatWatch } from './watch-beats.ts'

export interface Reclaimer {
  context: Pick<Context, 'database' | 'log' | 'metrics'>
  settling: SettleOptions
  watch: BeatWatch
  monotonic: () => number
}

/** Declares workers dead that beat no more, and queues again what they and those who are gone held. */
export async function reclaimLost({ context, settling, watch, monotonic }: Reclaimer): Promise<JobRow[]> {
  const { database, log, metrics } = context
  const asked = monotonic()
  const found = await database.asSystem(async (tx) => ({
    beats: await readBeats(tx),
    lost: await findLost(tx),
  }))
  let { lost } = found
  for (const dead of watch.look(found.beats, asked, monotonic())) {
    const gone = await database.asSystem((tx) => declareGone(tx, dead))
    if (!gone) continue
    log.warn({ server: dead.serverId }, 'a worker has not been heard of; what it held is taken up again')
    lost = await database.asSystem(findLost)
  }
  const reclaimed: JobRow[] = []
  for (const held of lost) {
    const message = 'The server that ran it stopped before it was done.'
    // One transaction each: one that can't be settled must not keep the others from it.
    try {
      const settled = await database.asSystem((tx) => settleJob(tx, held, { end: 'lost', message }, settling))
      if (settled === undefined) continue
      reclaimed.push(settled.job)
      metrics.jobs.inc({ kind: held.kind, outcome: settled.end })
      log.warn(
        { job: held.id, kind: held.kind, attempt: held.attempt, trace: held.trace },
        'a lost job was reclaimed',
      )
    } catch (error) {
      log.error({ err: error, job: held.id }, 'a lost job could not be reclaimed; this is tried again')
    }
  }
  return reclaimed
}

async function readBeats(tx: Tx): Promise<Beat[]> {
  return tx
    .select({ serverId: servers.id, incarnation: servers.incarnation, beat: servers.beat })
    .from(servers)
    .where(ne(servers.state, 'gone'))
}

/** Only if it has not beaten since: then it is alive after all. */
async function declareGone(tx: Tx, { serverId, incarnation, beat }: Beat): Promise<boolean> {
  const gone = await tx
    .update(servers)
    .set({ state: 'gone' })
    .where(
      and(
        eq(servers.id, serverId),
        eq(servers.incarnation, incarnation),
        eq(servers.beat, beat),
        ne(servers.state, 'gone'),
      ),
    )
    .returning({ id: servers.id })
  return gone.length > 0
}

/** Nobody comes back under an incarnation that is gone, so what is lost stays lost. */
async function findLost(tx: Tx): Promise<JobRow[]> {
  return tx
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.state, 'running'),
        eq(jobs.isParent, false),
        sql`not exists (select from servers s where s.id = ${jobs.serverId}
          and s.incarnation = ${jobs.incarnation} and s.state <> 'gone')`,
      ),
    )
    .limit(1000)
}
