import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { jobs } from '../../platform/db/schema/index.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'
import { countOutcomes, type Outcomes } from './queries.ts'

/** People count slides, not the parts in which they are changed: a batch that has ended says what came of them. */
export async function tellOfBatch<Job extends Pick<JobRow, 'id' | 'kind' | 'state' | 'message'>>(
  tx: Tx,
  job: Job,
): Promise<Job> {
  if (job.kind !== 'edit_slides') return job
  const message = sentenceOf(await countOutcomes(tx, job.id))
  await tx
    .update(jobs)
    .set({ message, version: sql`${jobs.version} + 1` })
    .where(eq(jobs.id, job.id))
  return { ...job, message }
}

function sentenceOf({ total, changed, unchanged, skipped }: Outcomes): string {
  const left = total - changed - unchanged - skipped
  const others = [
    unchanged > 0 && `${unchanged} already ${unchanged === 1 ? 'was' : 'were'} as asked for`,
    skipped > 0 && `${skipped} could not be changed`,
    left > 0 && `${left} ${left === 1 ? 'was left as it was' : 'were left as they were'}`,
  ].filter((each) => each !== false)
  return `${[`${changed} of ${total} ${total === 1 ? 'slide was' : 'slides were'} changed`, ...others].join(', ')}.`
}
