import type { JobPayload } from '@cresyl/contract/operations/job-kinds'
import { countJudged, reevaluateSome } from '../../domain/qc/reevaluate.ts'
import type { JobHandler } from '../../platform/queue/job-handler.ts'
import { organizationOf } from '../organization-of.ts'
import { quantity } from '../quantity.ts'

/** Judges the newest check of every slide by the present thresholds. Begun anew, it changes nothing twice. */
export const reevaluateQc: JobHandler<JobPayload<'reevaluate_qc'>> = async (job, { clock }) => {
  const { id: organizationId } = await organizationOf(job)
  job.stage('Applying the limits')
  const total = await job.asOrganization(countJudged)
  let [judged, flipped] = [0, 0]
  for (let after: string | undefined; ; ) {
    job.signal.throwIfAborted()
    const some = await job.asOrganization((tx) =>
      reevaluateSome(tx, { organizationId, after, now: clock.now(), userId: job.createdBy }),
    )
    judged += some.judged
    flipped += some.flipped
    job.progress(Math.min(judged, total), Math.max(1, total))
    if (some.last === undefined) break
    after = some.last
  }
  const changes = flipped === 0 ? 'No verdict changed.' : `${quantity(flipped, 'verdict')} changed.`
  return { message: `${quantity(judged, 'slide')} re-assessed. ${changes}` }
}
