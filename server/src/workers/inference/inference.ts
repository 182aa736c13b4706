import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type JobPayload, jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { formatResult } from '@cresyl/contract/predictors/result-figures'
import { firstFocusPlane } from '@cresyl/contract/slides/viewers'
import { type BegunRun, beginRun, giveUpRun } from '../../domain/inference/begin-run.ts'
import { keepOutputs } from '../../domain/inference/keep-outputs.ts'
import type { StoredDetections, StoredImage, StoredOutputs } from '../../domain/inference/stored-outputs.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/id.ts'
import { decodingRights } from '../../platform/processes/child-rights.ts'
import { runInSandbox } from '../../platform/processes/sandbox.ts'
import { JobFailure, type JobHandler, type RunningJob } from '../../platform/queue/job-handler.ts'
import { headerOf } from '../../platform/tiles/describe-source.ts'
import { filesOf } from '../../platform/tiles/image-location.ts'
import { version } from '../../platform/version.ts'
import { keepObject, madePath } from '../ingest/keep-object.ts'
import { locateImage } from '../locate-image.ts'
import { withWorkFolder } from '../work-folder.ts'
import type { InferenceKept, InferenceOrder, InferenceOutcome } from './inference-child.ts'
import { createRunChunks, type RunChunks } from './inference-chunks.ts'

type InferenceJob = RunningJob<JobPayload<'inference'>>

const module = new URL('./inference-child.ts', import.meta.url)
const memoryBytes = 3 * 1024 ** 3
const timeoutMilliseconds = jobDefinitions.inference.timeoutSeconds * 1000
/** Addresses of storage end after half an hour. */
const newsMilliseconds = 10 * 60_000

/** Runs a predictor on an image. An attempt after a crash goes on where the one before it was. */
export const inference: JobHandler<JobPayload<'inference'>> = async (job, context) => {
  const begun = await job.asOrganization((tx) => beginRun(tx, job, job.payload.inference_job_id))
  if (begun === undefined) {
    const message = 'The slide was deleted.'
    return { message, commit: (tx) => giveUpRun(tx, job, message) }
  }
  if (begun.misfit !== '') throw new JobFailure(begun.misfit)
  await job.price(begun.pixels)
  return withWorkFolder(job, context, async (folder) => {
    const chunks = createRunChunks(context, job, begun)
    job.stage('Computing')
    // They are stored from the folder, which is gone afterwards.
    const outcome = await compute(job, context, begun, folder, chunks).finally(chunks.settled)
    job.signal.throwIfAborted()
    job.stage('Storing the results')
    const stored = await store(job, context, begun, outcome)
    const message = sentenceOf(begun.manifest, outcome)
    return {
      message,
      commit: async (tx) => {
        if (await keepOutputs(tx, job, begun, stored, { message, now: context.clock.now() })) return
        throw new JobFailure(
          'The slide was read again or given another pixel size while this ran. It will run again.',
          { retry: true },
        )
      },
      // Not before: until then another attempt may need them.
      afterwards: chunks.forget,
    }
  })
}

async function compute(
  job: InferenceJob,
  context: Context,
  begun: BegunRun,
  folder: string,
  chunks: RunChunks,
): Promise<InferenceOutcome> {
  const { run, manifest, mpp, sizeZ } = begun
  if (mpp === null)
    throw new JobFailure('The file does not state the pixel size. Enter it when you run this again.')
  const locate = () => locateImage(context, run.organizationId, run.imageId)
  const { preparation, done } = await chunks.fetch(folder)
  if (done.length > 0) job.say('Resuming where an earlier attempt stopped.')
  const input: InferenceOrder = {
    location: await locate(),
    predictor: manifest.id,
    preparation,
    done,
    folder,
    options: {
      mpp,
      params: run.params,
      z: firstFocusPlane(sizeZ),
      t: 0,
      region: run.region ?? undefined,
      channels: manifest.input.channels.map(({ key }) => run.channels[key] ?? 0),
    },
    provenance: provenanceOf(begun),
    withHeaders: context.storage.kind === 's3',
  }
  return runInSandbox<InferenceOrder, InferenceOutcome>({
    module,
    input,
    timeoutMilliseconds,
    memoryBytes,
    name: manifest.name,
    compileCacheFolder: join(context.config.slides.cacheDir, 'compiled'),
    rights: decodingRights(context.config, { files: filesOf(input.location), folder }),
    signal: job.signal,
    onProgress: (part, total) => job.progress(part, total),
    onKept: (kept) => chunks.keep(kept as InferenceKept, folder),
    news: { everyMilliseconds: newsMilliseconds, give: locate },
  })
}

/** In the files themselves, so that it goes with them wherever they are sent. */
const provenanceOf = ({ run, manifest, digest, file, overrideReason }: BegunRun): Record<string, string> => ({
  program: 'cresyl',
  version,
  predictor: `${manifest.id} ${manifest.version}`,
  digest,
  params: JSON.stringify(run.params),
  run: run.id,
  source: file.hash ?? file.id,
  quality: `${run.qcState ?? 'none'}${run.qcOverridden ? ', overridden' : ''}`,
  ...(overrideReason !== null && { override: overrideReason }),
  ...(manifest.outputs.some((output) => output.kind === 'image' && output.virtual) && { virtual: 'yes' }),
})

/** Before the end of the job, which says where everything lies; what nothing refers to goes later by itself. */
async function store(
  job: InferenceJob,
  context: Context,
  { run: { id, organizationId } }: BegunRun,
  { images, detections, ...found }: InferenceOutcome,
): Promise<StoredOutputs> {
  const keep = (path: string, content: Uint8Array | string) =>
    keepObject(context, { organizationId, path }, content, job.signal)
  const storedImages: StoredImage[] = []
  for (const { key, path: file, levels, stats, header } of images) {
    const imageId = newId()
    const path = madePath({ job }, imageId, 'pyramid.tiff')
    await keep(path, file)
    if (header) await keep(headerOf(path), header)
    storedImages.push({ key, imageId, path, levels, stats })
  }
  const storedDetections: StoredDetections[] = []
  for (const { key, path: file, counts } of detections) {
    const { size } = await stat(file)
    const path = `inference/${id}/${job.id}_${job.attempt}/${key}.detections`
    await keep(path, file)
    storedDetections.push({ key, path, size, counts })
  }
  return { ...found, images: storedImages, detections: storedDetections }
}

/** What came of it, in a sentence. */
function sentenceOf(
  { outputs }: PredictorManifest,
  { computed, detections, scores }: InferenceOutcome,
): string {
  if (computed === 0) return 'No tissue was found to compute.'
  const found = detections.map(({ key, counts }) => {
    const label = outputs.find((output) => output.key === key)?.label ?? key
    return `${label}: ${counts.reduce((sum, count) => sum + count, 0).toLocaleString('en')}`
  })
  // Their number may be a score as well.
  const counted = new Set(outputs.flatMap(({ kind, label }) => (kind === 'detections' ? [label] : [])))
  const told = outputs.flatMap((output) => {
    const value = output.kind === 'score' ? scores[output.key] : undefined
    if (output.kind !== 'score' || value === undefined || value === null || counted.has(output.label))
      return []
    return [`${output.label}: ${formatResult(value, output)}`]
  })
  const facts = [...found, ...told]
  return facts.length === 0 ? 'Done.' : `${facts.join(', ')}.`
}
