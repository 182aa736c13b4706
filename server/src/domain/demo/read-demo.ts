import type { Demo, DemoState } from '@cresyl/contract/lab/demo'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { demos, type JobState, jobs } from '../../platform/db/schema/index.ts'
import type { Work } from '../work.ts'
import { countDemo, type DemoFigures } from './queries.ts'

const nothing = { arrived: 0, total: 0, job_id: null, slides: 0, projects: 0 }

/** In a transaction that sees what is deleted. */
export async function readDemo({ tx, member }: Pick<Work, 'tx' | 'member'>): Promise<Demo> {
  const { organizationId } = member
  const found = await findWithJob(tx, organizationId)
  if (found === undefined) return { state: 'none', ...nothing }
  const { demo, job } = found
  if (demo.removedAt !== null) return { state: 'removed', ...nothing }
  const figures = await countDemo(tx, organizationId)
  const { sent, reading, failed, slides, projects } = figures
  return {
    state: stateOf(job, figures),
    arrived: sent - reading - failed,
    // What was cancelled is complete with what had come by then.
    total: job?.kind === 'make_demo' && job.state === 'cancelled' ? sent : demo.total,
    // Of one that failed the log says why, and it can be tried again.
    job_id: job !== null && (isOpen(job) || job.state === 'failed') ? job.id : null,
    slides,
    projects,
  }
}

interface DemoJob {
  id: string
  kind: string
  state: JobState
}

async function findWithJob(tx: Tx, organizationId: string) {
  const [found] = await tx
    .select({ demo: demos, job: { id: jobs.id, kind: jobs.kind, state: jobs.state } })
    .from(demos)
    .leftJoin(jobs, eq(jobs.id, demos.jobId))
    .where(eq(demos.organizationId, organizationId))
  return found
}

/** Jobs that ended are forgotten after a while: by then it is what it has become. */
function stateOf(job: DemoJob | null, { reading, failed, unsent }: DemoFigures): DemoState {
  if (job !== null && isOpen(job)) return job.kind === 'remove_demo' ? 'removing' : 'arriving'
  if (job?.state === 'failed') return 'failed'
  if (reading > 0) return 'arriving'
  const incomplete = failed > 0 || (unsent > 0 && job?.state !== 'cancelled')
  return incomplete ? 'failed' : 'ready'
}

function isOpen({ state }: Pick<DemoJob, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}
