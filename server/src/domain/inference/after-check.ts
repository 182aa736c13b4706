import { priorities } from '@cresyl/contract/job-kinds'
import { fitPredictor } from '@cresyl/contract/predictor-fit'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { inferenceJobs, qcJobs, slides } from '../../platform/db/schema/index.ts'
import { ensurePredictors } from '../predictors/ensure-predictors.ts'
import { selectPredictors } from '../predictors/queries.ts'
import { planRun } from './plan-run.ts'
import { gateOf, queueRun } from './queue-run.ts'
import { releaseWaiting } from './release-waiting.ts'
import { fitsOf } from './runnable-image.ts'

/** Once a check has ended, in the transaction of the platform that ends it: what waited goes on, what is automatic begins. */
export async function afterCheck(tx: Tx, job: { id: string }, now: Date): Promise<void> {
  const [check] = await tx.select().from(qcJobs).where(eq(qcJobs.jobId, job.id))
  if (check === undefined || check.finishedAt === null) return
  const { organizationId, imageId, slideId } = check
  await releaseWaiting(tx, { organizationId, imageId, now })
  await runAutomatically(tx, { organizationId, slideId, imageId }, now)
}

/** On what was scanned, where quality control lets it through; what doesn't fit is left alone, and nothing runs twice. */
async function runAutomatically(
  tx: Tx,
  { organizationId, slideId, imageId }: { organizationId: string; slideId: string; imageId: string },
  now: Date,
): Promise<void> {
  const [slide] = await tx
    .select()
    .from(slides)
    .where(and(eq(slides.organizationId, organizationId), eq(slides.id, slideId)))
  if (slide === undefined || slide.deletedAt !== null || slide.sourceImageId !== imageId) return
  if (gateOf(imageId, slide) !== 'go') return
  await ensurePredictors(tx, organizationId)
  const wanted = (await selectPredictors(tx, { enabled: true, organizationId })).filter(
    ({ predictor }) => predictor.automatic,
  )
  const fit = wanted.length > 0 ? (await fitsOf(tx, [imageId])).get(imageId) : undefined
  if (fit === undefined) return
  for (const each of wanted) {
    if (fitPredictor(each.current.manifest, fit).misfits.length > 0) continue
    const predictorId = each.predictor.id
    const [before] = await tx
      .select({ id: inferenceJobs.id })
      .from(inferenceJobs)
      .where(
        and(
          eq(inferenceJobs.organizationId, organizationId),
          eq(inferenceJobs.imageId, imageId),
          eq(inferenceJobs.predictorVersionId, each.current.id),
        ),
      )
      .limit(1)
    if (before) continue
    const run = {
      ...{ organizationId, slideId, imageId, predictorId, predictorVersionId: each.current.id },
      ...planRun(each, fit, {}),
    }
    await queueRun(tx, run, 'go', { priority: priorities.follows, createdBy: slide.createdBy, now })
  }
}
