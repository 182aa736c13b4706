import { ApiError } from '@cresyl/contract/api/errors'
import { priorities } from '@cresyl/contract/operations/job-kinds'
import type { FitImage } from '@cresyl/contract/predictors/predictor-fit'
import type { QcGate } from '@cresyl/contract/qc/qc-gate'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import {
  images,
  jobs,
  type PredictAction,
  projects,
  type SkippedSlide,
  slides,
} from '../../platform/db/schema/index.ts'
import { recordAudits } from '../audit/record.ts'
import { type PlannedRun, planRun } from '../inference/plan-run.ts'
import { gateFor, queueRun } from '../inference/queue-run.ts'
import { fitsOf } from '../inference/runnable-image.ts'
import { ensurePredictors } from '../predictors/ensure-predictors.ts'
import { findPredictor, type PredictorDetails } from '../predictors/queries.ts'
import { archivedReason } from '../projects/refuse-archived.ts'
import { lockChunk, updateChunk } from './chunk-queries.ts'
import { type AnyBatchRow, findAnyBatch } from './queries.ts'

interface ChunkJob {
  id: string
  batchId: string
  chunk: number
  now: Date
}

export interface QueuedRuns {
  queued: number
  /** They go on by themselves, outside of the batch. */
  waiting: number
  skipped: number
}

type SlideRow = typeof slides.$inferSelect

interface Source {
  slide: SlideRow
  isReady: boolean
  isArchived: boolean
}

/**
 * Queues a predictor for the slides of one chunk, each by a job of the batch, in one transaction of the organisation.
 * Those it doesn't fit are left out, with the sentence that says why. Done again it changes nothing. Undefined, and
 * nothing done, where the batch is gone.
 */
export async function queueRuns(
  tx: Tx,
  { id, batchId, chunk, now }: ChunkJob,
): Promise<QueuedRuns | undefined> {
  const row = await lockChunk(tx, batchId, chunk)
  if (row === undefined) return undefined
  if (row.doneAt !== null)
    return { queued: row.slideIds.length - row.skipped.length, waiting: 0, skipped: row.skipped.length }
  const batch = await findAnyBatch(tx, batchId)
  const action = batch.action as PredictAction
  await ensurePredictors(tx, batch.organizationId)
  const predictor = await findPredictor(tx, action.predictor_id)
  const found = await lockSlides(tx, row.slideIds)
  const fits = await fitsOf(
    tx,
    [...found.values()].map(({ slide }) => slide.sourceImageId),
  )
  const skipped: SkippedSlide[] = []
  let [queued, waiting] = [0, 0]
  for (const slideId of row.slideIds) {
    const source = found.get(slideId)
    const planned = planFor(predictor, source, source && fits.get(source.slide.sourceImageId), action)
    if (source === undefined || typeof planned === 'string') {
      skipped.push({ slide_id: slideId, reason: String(planned) })
      continue
    }
    await queueOne(tx, batch, predictor, source.slide, planned.run, planned.gate, now)
    if (planned.gate === 'go') queued += 1
    else waiting += 1
  }
  await updateChunk(tx, row, { doneAt: now, changed: [], skipped, unchanged: 0 })
  // From now on its runs stand for it.
  await tx.update(jobs).set({ weight: 0 }).where(eq(jobs.id, id))
  return { queued, waiting, skipped: skipped.length }
}

/** Held until the transaction ends, in the order of their ids. */
async function lockSlides(tx: Tx, slideIds: readonly string[]): Promise<Map<string, Source>> {
  const rows = await tx
    .select({ slide: slides, archivedAt: projects.archivedAt })
    .from(slides)
    .leftJoin(
      projects,
      and(eq(projects.organizationId, slides.organizationId), eq(projects.id, slides.projectId)),
    )
    .where(inArray(slides.id, [...slideIds]))
    .orderBy(slides.id)
    .for('update', { of: slides })
  const ready = await tx
    .select({ id: images.id })
    .from(images)
    .where(
      sql`${images.state} = 'ready' and ${images.id} = any (${sql.param(rows.map(({ slide }) => slide.sourceImageId))}::uuid[])`,
    )
  const isReady = new Set(ready.map(({ id }) => id))
  return new Map(
    rows.map(
      ({ slide, archivedAt }) =>
        [
          slide.id,
          { slide, isReady: isReady.has(slide.sourceImageId), isArchived: archivedAt !== null },
        ] as const,
    ),
  )
}

interface Planned {
  run: PlannedRun
  gate: Exclude<QcGate, 'blocked'>
}

/** The plan, or why there is none. */
function planFor(
  predictor: PredictorDetails,
  source: Source | undefined,
  fit: FitImage | undefined,
  { params, channels, mpp }: PredictAction,
): Planned | string {
  if (source === undefined || fit === undefined) return 'It no longer exists.'
  if (source.isArchived) return archivedReason
  if (!source.isReady) return 'Its file is being read, or could not be read.'
  const gate = gateFor(predictor.current.manifest, source.slide.sourceImageId, source.slide)
  if (gate === 'blocked') return 'It has failed quality control.'
  try {
    return { gate, run: planRun(predictor, fit, { params, channels, mpp }) }
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

/** As if it had been asked for by itself; the project is told of all of them together. */
async function queueOne(
  tx: Tx,
  { id: batchId, organizationId, createdBy, acting }: AnyBatchRow,
  { predictor, current }: PredictorDetails,
  { id: slideId, sourceImageId: imageId }: SlideRow,
  planned: PlannedRun,
  gate: Planned['gate'],
  now: Date,
): Promise<void> {
  const run = {
    organizationId,
    slideId,
    imageId,
    predictorId: predictor.id,
    predictorVersionId: current.id,
    ...planned,
  }
  const id = await queueRun(tx, run, gate, {
    priority: priorities.batch,
    createdBy,
    startedBy: createdBy,
    now,
    // What waits has no job that the batch could wait for.
    ...(gate === 'go' && { batchId }),
  })
  await recordAudits(tx, [
    {
      organizationId,
      event: 'inference_job.created',
      subjectId: id,
      occurredAt: now,
      ...(createdBy !== null && { userId: createdBy }),
      details: {
        batch_id: batchId,
        image_id: imageId,
        slide_id: slideId,
        predictor: current.manifest.id,
        ...(acting && { superadmin: true }),
      },
    },
  ])
}
