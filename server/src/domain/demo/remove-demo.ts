import { ApiError } from '@cresyl/contract/api/errors'
import type { Demo } from '@cresyl/contract/lab/demo'
import { requestCancel } from '../../platform/queue/cancel.ts'
import { sendJob } from '../../platform/queue/send-job.ts'
import { newJob } from '../jobs/new-job.ts'
import type { AuditedWork } from '../work.ts'
import { countDemo, findMaking, handOver, lockDemo } from './queries.ts'
import { readDemo } from './read-demo.ts'

/** Has the demonstration content removed; what still makes it is stopped. Where there is none this does nothing. */
export async function removeDemo(work: AuditedWork): Promise<Demo> {
  const { tx, member } = work
  const { organizationId, userId } = member
  // Before the demo is locked, as a job that ends is locked before its demo. One that follows it the removal stops.
  const making = await findMaking(tx, organizationId)
  if (making !== undefined) await requestCancel(tx, making, userId)
  const demo = await lockDemo(tx, organizationId)
  if (demo === undefined || demo.removedAt !== null) return readDemo(work)
  const { state } = await readDemo(work)
  if (state === 'removing') throw new ApiError('already_running')
  const jobId = await sendJob(tx, newJob(work, 'remove_demo'))
  await handOver(tx, organizationId, jobId)
  const { slides, projects } = await countDemo(tx, organizationId)
  work.record({ id: organizationId, details: { slides, projects } })
  return readDemo(work)
}
