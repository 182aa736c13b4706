import type { Context } from '../../platform/context.ts'
import { JobFailure, type RunningJob } from '../../platform/queue/job-handler.ts'
import { quantity } from '../quantity.ts'

/** A step of a job that tidies up. Each can be done at any time and again. */
export interface Chore {
  stage: string
  /** What is done to it; absent: it is removed. */
  verb?: string
  /** What that is, one and many. */
  what: readonly [one: string, many: string]
  /** Returns how many. */
  work: (context: Context) => Promise<number>
}

/** Does one after the other; a failing one doesn't keep the others from being done. Returns how much there was to do. */
export async function doChores(job: RunningJob, context: Context, chores: readonly Chore[]): Promise<number> {
  let removed = 0
  const failures: unknown[] = []
  for (const [index, { stage, verb = 'Removed', what, work }] of chores.entries()) {
    job.signal.throwIfAborted()
    job.stage(stage)
    try {
      const count = await work(context)
      if (count > 0) job.say(`${verb} ${quantity(count, ...what)}.`)
      removed += count
    } catch (error) {
      failures.push(error)
      job.log.error({ err: error }, `${stage} failed`)
      job.say(`${stage} failed; see the log of the server.`, 'error')
    }
    job.progress(index + 1, chores.length)
  }
  if (failures.length > 0) {
    throw new JobFailure(
      `${failures.length} of ${chores.length} steps failed; the log of this job names them. They are tried again.`,
      { retry: true, cause: failures[0] },
    )
  }
  return removed
}
