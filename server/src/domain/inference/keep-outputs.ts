import { priorities } from '@cresyl/contract/operations/job-kinds'
import type { Provenance } from '@cresyl/contract/predictors/inference-jobs'
import { type ManifestOutput, outputsOf } from '@cresyl/contract/predictors/predictor-manifest'
import { type ImageSpace, mppOf } from '@cresyl/contract/slides/image-space'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import {
  channels,
  images,
  inferenceJobs,
  inferenceOutputs,
  jobs,
  organizationSettings,
  servers,
  slides,
} from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { version as programVersion } from '../../platform/version.ts'
import { placesOf, recordAudit } from '../audit/record.ts'
import { virtualProperty, virtualSentence } from '../images/virtual.ts'
import { queueChecks } from '../qc/queue-checks.ts'
import type { BegunRun } from './begin-run.ts'
import { spaceOfRun } from './run-space.ts'
import type { StoredImage, StoredOutputs } from './stored-outputs.ts'

export interface RunEnd {
  message: string
  now: Date
}

/**
 * Writes down what came of a run, in the transaction of the platform that ends its job: all of it or nothing is shown.
 * False, and nothing written, where the image has been read anew meanwhile.
 */
export async function keepOutputs(
  tx: Tx,
  job: { id: string },
  begun: BegunRun,
  stored: StoredOutputs,
  { message, now }: RunEnd,
): Promise<boolean> {
  const { run } = begun
  const { organizationId, slideId, imageId } = run
  const [slide] = await tx
    .select()
    .from(slides)
    .where(and(eq(slides.organizationId, organizationId), eq(slides.id, slideId)))
    .for('update')
  const [input] = await tx
    .select()
    .from(images)
    .where(and(eq(images.organizationId, organizationId), eq(images.id, imageId)))
  // Purged meanwhile: nobody is left to be told.
  if (slide === undefined || input === undefined) return true
  if (input.version !== begun.imageVersion) return false
  const space = spaceOfRun(input, stored.grid)
  for (const image of stored.images) await insertImage(tx, begun, image, space, slide.deletedAt)
  await insertOutputs(tx, begun, stored, space)
  await tx
    .update(inferenceJobs)
    .set({
      state: 'succeeded',
      message,
      finishedAt: now,
      updatedAt: now,
      provenance: provenanceOf(begun, stored, await machineOf(tx, job)),
      version: sql`${inferenceJobs.version} + 1`,
    })
    .where(eq(inferenceJobs.id, run.id))
  await tx.update(jobs).set({ message }).where(eq(jobs.id, job.id))
  await recordAudit(tx, {
    organizationId,
    event: 'inference_job.finished',
    subjectId: run.id,
    occurredAt: now,
    details: {
      image_id: imageId,
      slide_id: slideId,
      predictor: begun.manifest.id,
      digest: begun.digest,
      ...(run.batchId === null ? placesOf(slide) : { batch_id: run.batchId }),
    },
  })
  if (slide.deletedAt === null) await checkOutputs(tx, begun, stored, now)
  return true
}

async function insertImage(
  tx: Tx,
  { run, manifest }: BegunRun,
  { key, imageId, path, levels, stats }: StoredImage,
  space: ImageSpace,
  deletedAt: Date | null,
): Promise<void> {
  const output = manifest.outputs.find((each) => each.key === key)
  if (output === undefined) throw new Error(`${manifest.id} has no output ${key}`)
  const { organizationId, slideId } = run
  const mpp = mppOf(space)
  const isColour = output.kind === 'image' && output.pixels === 'rgb'
  await tx.insert(images).values({
    id: imageId,
    organizationId,
    slideId,
    kind: output.kind === 'image' ? 'output' : 'overlay',
    state: 'ready',
    path,
    width: space.width,
    height: space.height,
    deletedAt,
    space,
    pixelType: 'u8',
    bitDepth: 8,
    samples: isColour ? 3 : 1,
    name: output.label,
    vendor: 'ome',
    mppX: mpp?.x ?? null,
    mppY: mpp?.y ?? null,
    metadata: metadataOf(output, manifest),
    levels: levels.map(({ width, height, tileWidth, tileHeight, downsample }) => ({
      width,
      height,
      tile_width: tileWidth,
      tile_height: tileHeight,
      downsample,
    })),
  })
  const named = output.kind === 'image' && output.pixels === 'channels' ? output.channels : [undefined]
  await tx.insert(channels).values(
    named.map((channel, index) => ({
      id: newId(),
      organizationId,
      imageId,
      index,
      name: channel?.label ?? null,
      color: channel?.color ?? null,
      stats: stats[index] ?? null,
    })),
  )
}

const metadataOf = (
  output: ManifestOutput,
  { name, version }: BegunRun['manifest'],
): Record<string, string> => ({
  'Made by': `${name} ${version}`,
  ...(output.kind === 'image' && output.virtual && { [virtualProperty]: virtualSentence }),
})

async function insertOutputs(tx: Tx, { run, manifest }: BegunRun, stored: StoredOutputs, space: ImageSpace) {
  const { organizationId, id: inferenceJobId } = run
  await tx.insert(inferenceOutputs).values(
    manifest.outputs.map(({ key, kind }, n) => {
      const image = stored.images.find((each) => each.key === key)
      const found = stored.detections.find((each) => each.key === key)
      return {
        organizationId,
        inferenceJobId,
        n,
        key,
        kind,
        imageId: image?.imageId ?? null,
        path: found?.path ?? null,
        size: found?.size ?? null,
        counts: found ? [...found.counts] : null,
        space: kind === 'score' ? null : space,
        value: stored.scores[key] ?? null,
      }
    }),
  )
}

/** By the name under which servers are shown. */
async function machineOf(tx: Tx, job: { id: string }): Promise<string | null> {
  const [server] = await tx
    .select({ name: servers.name })
    .from(jobs)
    .innerJoin(servers, eq(servers.id, jobs.serverId))
    .where(eq(jobs.id, job.id))
  return server?.name ?? null
}

const provenanceOf = (begun: BegunRun, stored: StoredOutputs, machine: string | null): Provenance => ({
  file_id: begun.file.id,
  file_hash: begun.file.hash,
  program: `Cresyl ${programVersion}`,
  machine,
  learned: Object.fromEntries(
    Object.entries(stored.learned).map(([key, value]) => [
      key,
      typeof value === 'number' ? value : [...value],
    ]),
  ),
  mpp: stored.grid.mpp,
  tiles_computed: stored.computed,
  tiles_skipped: stored.skipped,
  override_reason: begun.overrideReason,
})

/** What was made is checked like what was scanned, where the organisation has slides checked by themselves. */
async function checkOutputs(
  tx: Tx,
  { run, manifest }: BegunRun,
  stored: StoredOutputs,
  now: Date,
): Promise<void> {
  const { organizationId, slideId, createdBy } = run
  const [settings] = await tx
    .select({ isWanted: organizationSettings.qcAutomatic })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  if (settings?.isWanted !== true) return
  const pictures = outputsOf(manifest, 'image').filter(({ pixels }) => pixels === 'rgb')
  const made = stored.images.filter(({ key }) => pictures.some((each) => each.key === key))
  await queueChecks(
    tx,
    made.map(({ imageId }) => ({ organizationId, slideId, imageId })),
    { priority: priorities.follows, createdBy, now },
  )
}
