import { fitPredictor } from '@cresyl/contract/predictors/predictor-fit'
import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { files, images, inferenceJobs, qcJobs, slides } from '../../platform/db/schema/index.ts'
import { scaleOf } from '../images/scale.ts'
import { ensurePredictors } from '../predictors/ensure-predictors.ts'
import { findPredictor } from '../predictors/queries.ts'
import { fitsOf } from './runnable-image.ts'
import type { InferenceJobRow } from './view.ts'

export interface BegunRun {
  run: InferenceJobRow
  manifest: PredictorManifest
  digest: string
  /** As the image was when it began: one that is read anew meanwhile shows something else. */
  imageVersion: number
  sizeZ: number
  /** So many are read, as large as the predictor wants them. */
  pixels: number
  /** µm of a pixel, as the file or a person says; null where nobody does. */
  mpp: { x: number; y: number } | null
  file: { id: string; hash: string | null }
  overrideReason: string | null
  /** Why it can't be carried out on what the image has become since it was asked for; empty where it can. */
  misfit: string
}

/** The run that the job is to carry out, marked as running; undefined if it is another job's, or its slide is gone. */
export async function beginRun(tx: Tx, job: { id: string }, id: string): Promise<BegunRun | undefined> {
  // Jobs before slides before runs, whenever they are locked together.
  await tx.execute(sql`select from jobs where id = ${job.id} for share`)
  const [slide] = await tx
    .select()
    .from(slides)
    .where(
      eq(
        slides.id,
        tx.select({ id: inferenceJobs.slideId }).from(inferenceJobs).where(eq(inferenceJobs.id, id)),
      ),
    )
    .for('update')
  if (slide === undefined) return undefined
  const [found] = await tx.select().from(inferenceJobs).where(eq(inferenceJobs.id, id))
  if (found === undefined || found.jobId !== job.id) return undefined
  const [image] = await tx.select().from(images).where(eq(images.id, found.imageId))
  if (image === undefined) return undefined
  const own = scaleOf(image)
  // What is computed is what this program is by now; the row says so.
  await ensurePredictors(tx, found.organizationId)
  const { current } = await findPredictor(tx, found.predictorId)
  const [check] = await tx
    .select({
      state: qcJobs.state,
      by: qcJobs.overriddenBy,
      overridden: qcJobs.overridden,
      reason: qcJobs.overrideReason,
    })
    .from(qcJobs)
    .where(slide.qcJobId === null ? sql`false` : eq(qcJobs.id, slide.qcJobId))
  const [run] = await tx
    .update(inferenceJobs)
    .set({
      state: 'running',
      message: '',
      predictorVersionId: current.id,
      startedAt: sql`coalesce(started_at, now())`,
      // The slide may have been given one since this was asked for.
      mpp: own ? null : found.mpp,
      qcState: slide.qcState,
      qcOverridden: slide.qcOverridden,
      qcOverriddenBy: check?.by ?? null,
      updatedAt: sql`now()`,
      version: sql`${inferenceJobs.version} + 1`,
    })
    .where(and(eq(inferenceJobs.id, id), inArray(inferenceJobs.state, ['queued', 'running'])))
    .returning()
  if (run === undefined) return undefined
  const [file] = await tx
    .select({ id: files.id, hash: files.hash })
    .from(files)
    .where(eq(files.id, slide.fileId))
  if (file === undefined) return undefined
  const mpp = own ?? (run.mpp === null ? null : { x: run.mpp, y: run.mpp })
  return {
    run,
    manifest: current.manifest,
    digest: current.digest,
    imageVersion: image.version,
    sizeZ: image.sizeZ,
    mpp,
    pixels: pixelsOf(run.region ?? image, mpp, current.manifest),
    file: { id: file.id, hash: file.hash === null ? null : hexOf(file.hash) },
    overrideReason: check?.overridden ? check.reason : null,
    misfit: await misfitOf(tx, run, current.manifest),
  }
}

function pixelsOf(
  { width, height }: { width: number | null; height: number | null },
  mpp: BegunRun['mpp'],
  { input, outputs }: PredictorManifest,
): number {
  const shrunk = mpp ? Math.min(1, (mpp.x * mpp.y) / input.mpp ** 2) : 1
  const written = outputs.filter(({ kind }) => kind === 'image').length
  return (width ?? 0) * (height ?? 0) * shrunk * (Math.max(1, input.channels.length) + written)
}

async function misfitOf(
  tx: Tx,
  { imageId, channels, mpp }: InferenceJobRow,
  manifest: PredictorManifest,
): Promise<string> {
  const image = (await fitsOf(tx, [imageId])).get(imageId)
  if (image === undefined) return ''
  const { misfits } = fitPredictor(manifest, image, { channels, ...(mpp !== null && { mpp }) })
  return misfits.map(({ sentence }) => sentence).join(' ')
}

const hexOf = (hash: Uint8Array | string): string =>
  typeof hash === 'string' ? hash : Buffer.from(hash).toString('hex')

/** Nobody can carry it out any more. */
export async function giveUpRun(tx: Tx, job: { id: string }, sentence: string): Promise<void> {
  await tx
    .update(inferenceJobs)
    .set({
      state: 'cancelled',
      message: sentence,
      finishedAt: sql`now()`,
      updatedAt: sql`now()`,
      version: sql`${inferenceJobs.version} + 1`,
    })
    .where(and(eq(inferenceJobs.jobId, job.id), inArray(inferenceJobs.state, ['queued', 'running'])))
}
