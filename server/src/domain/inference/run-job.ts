import { isolate } from '@cresyl/contract/api/isolate'
import { slideLink } from '@cresyl/contract/slides/slides'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { inferenceJobs, predictorVersions, slides } from '../../platform/db/schema/index.ts'
import type { JobRules, JobSubject } from '../jobs/rules.ts'
import { tellTogether } from '../notifications/tell-together.ts'

/** Of the job that runs a predictor. */
export const runRules: JobRules = {
  follow: followRuns,
  describe: describeRun,
  tell: (tx, end) => tellTogether(tx, 'runs', end),
}
/** Of the batch that stands for many. */
export const runBatchRules: JobRules = { follow: followRuns }

/**
 * Runs stand as the jobs that carry them out do, in the transaction that changes those: the job's own, or of all that a
 * batch has. What a job made it writes itself.
 */
async function followRuns(tx: Tx, { id }: { id: string }): Promise<void> {
  await tx.execute(sql`
    update inference_jobs r set state = j.state, message = coalesce(j.message, ''), finished_at = j.finished_at,
      updated_at = now(), version = r.version + 1
    from (
      select id, organization_id, state, message, finished_at
      from jobs where (id = ${id} or parent_id = ${id}) and kind = 'inference'
    ) j
    where r.organization_id = j.organization_id and r.job_id = j.id and r.state <> j.state and j.state <> 'succeeded'`)
}

/** People know predictor and slide. */
async function describeRun(tx: Tx, job: { id: string }): Promise<JobSubject | undefined> {
  const [found] = await tx
    .select({ name: slides.name, slideId: slides.id, manifest: predictorVersions.manifest })
    .from(inferenceJobs)
    .innerJoin(
      slides,
      and(eq(slides.organizationId, inferenceJobs.organizationId), eq(slides.id, inferenceJobs.slideId)),
    )
    .innerJoin(predictorVersions, eq(predictorVersions.id, inferenceJobs.predictorVersionId))
    .where(eq(inferenceJobs.jobId, job.id))
  if (found === undefined) return undefined
  return { label: `${found.manifest.name} of ${isolate(found.name)}`, link: slideLink(found.slideId) }
}
