import { isolate } from '@cresyl/contract/api/isolate'
import { jobDefinitions, priorities } from '@cresyl/contract/operations/job-kinds'
import { fitPredictor } from '@cresyl/contract/predictors/predictor-fit'
import type { QcGate } from '@cresyl/contract/qc/qc-gate'
import { slideLink } from '@cresyl/contract/slides/slides'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { inferenceJobs, predictorVersions, qcJobs, slides } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { notify } from '../notifications/notify.ts'
import { tellTogether } from '../notifications/tell-together.ts'
import { ensurePredictors } from '../predictors/ensure-predictors.ts'
import { selectPredictors } from '../predictors/queries.ts'
import { planRun } from './plan-run.ts'
import { gateOf, queueRun, sendRun } from './queue-run.ts'
import { fitsOf } from './runnable-image.ts'
import type { InferenceJobRow } from './view.ts'

/** Once a check has ended, in the transaction of the platform that ends it: what waited goes on, what is automatic begins. */
export async function afterCheck(tx: Tx, job: { id: string }, now: Date): Promise<void> {
  const [check] = await tx.select().from(qcJobs).where(eq(qcJobs.jobId, job.id))
  if (check === undefined || check.finishedAt === null) return
  const { organizationId, imageId, slideId } = check
  await releaseWaiting(tx, { organizationId, imageId, now })
  await runAutomatically(tx, { organizationId, slideId, imageId }, now)
}

/** Once checks were cancelled before they began, the one of a job or those of a batch: what waited for them says so. */
export async function afterCancelledChecks(tx: Tx, job: { id: string }, now: Date): Promise<void> {
  const { rows } = await tx.execute<{ organization_id: string; image_id: string }>(sql`
    select distinct q.organization_id, q.image_id
    from jobs j
    join qc_jobs q on q.organization_id = j.organization_id and q.job_id = j.id
    join inference_jobs r on r.organization_id = q.organization_id and r.image_id = q.image_id
    where (j.id = ${job.id} or j.parent_id = ${job.id}) and j.kind = 'qc' and j.state = 'cancelled'
      and r.state = 'queued' and r.job_id is null`)
  for (const { organization_id: organizationId, image_id: imageId } of rows) {
    await releaseWaiting(tx, { organizationId, imageId, now })
  }
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
      organizationId,
      slideId,
      imageId,
      predictorId,
      predictorVersionId: each.current.id,
      ...planRun(each, fit, {}),
    }
    await queueRun(tx, run, 'go', { priority: priorities.follows, createdBy: slide.createdBy, now })
  }
}

const whyNot: Record<Extract<QcGate, 'blocked' | 'check_first'>, string> = {
  blocked:
    'The slide has failed quality control, so nothing was computed. Rescan it, or ask a manager to override the check, then run the predictor again.',
  check_first:
    'The quality check that this run waited for was cancelled. Run the predictor again to have it checked.',
}

/** Once a check of an image has ended: what waited for it goes on, or says why it can't. */
async function releaseWaiting(
  tx: Tx,
  { organizationId, imageId, now }: { organizationId: string; imageId: string; now: Date },
): Promise<void> {
  const waiting = await tx
    .select()
    .from(inferenceJobs)
    .where(
      and(
        eq(inferenceJobs.organizationId, organizationId),
        eq(inferenceJobs.imageId, imageId),
        eq(inferenceJobs.state, 'queued'),
        isNull(inferenceJobs.jobId),
      ),
    )
    .orderBy(inferenceJobs.createdAt, inferenceJobs.id)
  for (const run of waiting) await release(tx, run, now)
}

async function release(tx: Tx, run: InferenceJobRow, now: Date): Promise<void> {
  const [slide] = await tx
    .select()
    .from(slides)
    .where(and(eq(slides.organizationId, run.organizationId), eq(slides.id, run.slideId)))
  if (slide === undefined) return
  const gate = gateOf(run.imageId, slide)
  if (gate === 'wait') return
  const common = { updatedAt: now, version: sql`${inferenceJobs.version} + 1` }
  if (gate !== 'go') {
    await tx
      .update(inferenceJobs)
      .set({
        ...common,
        state: gate === 'blocked' ? 'failed' : 'cancelled',
        message: whyNot[gate],
        finishedAt: now,
      })
      .where(eq(inferenceJobs.id, run.id))
    await tellAsker(tx, run, slide.name, gate, now)
    return
  }
  const jobId = newId()
  await tx
    .update(inferenceJobs)
    .set({ ...common, jobId, message: '' })
    .where(eq(inferenceJobs.id, run.id))
  await sendRun(
    tx,
    { ...run, jobId },
    {
      priority: run.createdBy === null ? priorities.follows : jobDefinitions.inference.priority,
      startedBy: run.createdBy,
      ...(run.batchId !== null && { batchId: run.batchId }),
    },
  )
}

/** No job ends that could tell of it. Those of a batch are told of together, by their parent. */
async function tellAsker(
  tx: Tx,
  run: InferenceJobRow,
  slideName: string,
  gate: keyof typeof whyNot,
  now: Date,
) {
  if (run.createdBy === null || run.batchId !== null) return
  const [predictor] = await tx
    .select({ manifest: predictorVersions.manifest })
    .from(predictorVersions)
    .where(eq(predictorVersions.id, run.predictorVersionId))
  const text = `${predictor?.manifest.name ?? 'A predictor'} of ${isolate(slideName)}: not run. ${whyNot[gate]}`
  const news = { kind: 'job.failed' as const, link: slideLink(run.slideId), text }
  const { organizationId, createdBy: userId } = run
  if (gate === 'blocked') await tellTogether(tx, 'runs', { organizationId, userId, news, now })
  else await notify(tx, { ...news, organizationId, to: [userId], now })
}
