import { isolate } from '@cresyl/contract/isolate'
import { jobDefinitions, priorities } from '@cresyl/contract/job-kinds'
import type { QcGate } from '@cresyl/contract/qc-gate'
import { slideLink } from '@cresyl/contract/slides'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { inferenceJobs, predictorVersions, slides } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { notify } from '../notifications/notify.ts'
import { gateOf, sendRun } from './queue-run.ts'
import type { InferenceJobRow } from './view.ts'

const whyNot: Record<Extract<QcGate, 'blocked' | 'check_first'>, string> = {
  blocked:
    'The slide has failed quality control, so nothing was computed. Rescan it, or ask a manager to override the check, then run the predictor again.',
  check_first:
    'The quality check that this run waited for was cancelled. Run the predictor again to have it checked.',
}

/** Once a check of an image has ended: what waited for it goes on, or says why it can't. */
export async function releaseWaiting(
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
    await tellAsker(tx, run, slide.name, whyNot[gate], now)
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
async function tellAsker(tx: Tx, run: InferenceJobRow, slideName: string, why: string, now: Date) {
  if (run.createdBy === null || run.batchId !== null) return
  const [predictor] = await tx
    .select({ manifest: predictorVersions.manifest })
    .from(predictorVersions)
    .where(eq(predictorVersions.id, run.predictorVersionId))
  await notify(tx, {
    ...{ organizationId: run.organizationId, kind: 'job.failed', link: slideLink(run.slideId), now },
    text: `${predictor?.manifest.name ?? 'A predictor'} of ${isolate(slideName)}: not run. ${why}`,
    to: [run.createdBy],
  })
}
