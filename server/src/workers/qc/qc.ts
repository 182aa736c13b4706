import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ApiError } from '@cresyl/contract/api/errors'
import { type JobPayload, jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { firstFocusPlane } from '@cresyl/contract/slides/viewers'
import { type BegunCheck, beginCheck, giveUpCheck } from '../../domain/qc/begin-check.ts'
import { keepFinding } from '../../domain/qc/keep-finding.ts'
import type { StoredFinding } from '../../domain/qc/stored-finding.ts'
import type { QcJobRow } from '../../domain/qc/view.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/id.ts'
import { decodingRights } from '../../platform/processes/child-rights.ts'
import { runInSandbox } from '../../platform/processes/sandbox.ts'
import { JobFailure, type JobHandler, type RunningJob } from '../../platform/queue/job-handler.ts'
import { inOnePiece } from '../../platform/storage/in-one-piece.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import { headerOf } from '../../platform/tiles/describe-source.ts'
import { filesOf } from '../../platform/tiles/image-location.ts'
import { keepObject, madePath } from '../ingest/keep-object.ts'
import { locateImage } from '../locate-image.ts'
import { withWorkFolder } from '../work-folder.ts'
import type { QcOrder, QcOutcome } from './qc-child.ts'

type QcJob = RunningJob<JobPayload<'qc'>>

const module = new URL('./qc-child.ts', import.meta.url)
const memoryBytes = 2 * 1024 ** 3
const timeoutMilliseconds = jobDefinitions.qc.timeoutSeconds * 1000
/** Addresses of storage end after half an hour. */
const newsMilliseconds = 10 * 60_000

/** Checks the quality of an image. An attempt after a crash goes on where the one before it was. */
export const qc: JobHandler<JobPayload<'qc'>> = async (job, context) => {
  const begun = await job.asOrganization((tx) => beginCheck(tx, job, job.payload.qc_job_id))
  if (begun === undefined) {
    const message = 'The slide was deleted.'
    return { message, commit: (tx) => giveUpCheck(tx, job, message) }
  }
  await job.price(begun.pixels)
  return withWorkFolder(job, context, async (folder) => {
    const checkpoints = createCheckpoints(context, job, begun.check)
    job.stage('Examining the slide')
    const outcome = await check(job, context, begun, folder, checkpoints)
    job.signal.throwIfAborted()
    job.stage('Storing the results')
    const finding = await store(job, context, begun, outcome)
    await checkpoints.forget()
    return {
      message: 'The quality was checked.',
      commit: async (tx) => {
        if (await keepFinding(tx, job, begun, finding, context.clock.now())) return
        throw new JobFailure(
          'The slide was read again or given another pixel size while it was checked. It is checked again.',
          {
            retry: true,
          },
        )
      },
    }
  })
}

async function check(
  job: QcJob,
  context: Context,
  { check: { organizationId, imageId }, sizeZ }: BegunCheck,
  folder: string,
  checkpoints: ReturnType<typeof createCheckpoints>,
): Promise<QcOutcome> {
  const locate = () => locateImage(context, organizationId, imageId)
  const checkpoint = await checkpoints.last()
  if (checkpoint) job.say('Resuming where an earlier attempt stopped.')
  const input: QcOrder = {
    location: await locate(),
    z: firstFocusPlane(sizeZ),
    folder,
    checkpoint,
    withHeaders: context.storage.kind === 's3',
  }
  return runInSandbox<QcOrder, QcOutcome>({
    module,
    input,
    timeoutMilliseconds,
    memoryBytes,
    name: 'Checking the slide',
    compileCacheFolder: join(context.config.slides.cacheDir, 'compiled'),
    rights: decodingRights(context.config, { files: filesOf(input.location), folder }),
    signal: job.signal,
    onProgress: (done, total) => job.progress(done, total),
    onKept: (value) => checkpoints.keep(value as Uint8Array),
    news: { everyMilliseconds: newsMilliseconds, give: locate },
  })
}

/** Before the end of the job, which says where everything lies; what nothing refers to goes later by itself. */
async function store(
  job: QcJob,
  context: Context,
  { check: { id, organizationId } }: BegunCheck,
  { overlays, outlines, ...found }: QcOutcome,
): Promise<StoredFinding> {
  const keep = (path: string, content: Uint8Array | string) =>
    keepObject(context, { organizationId, path }, content, job.signal)
  const stored: StoredFinding = { ...found, overlays: [], outlines: {} }
  const kept: StoredFinding['overlays'][number][] = []
  for (const { path: file, header, ...overlay } of overlays) {
    const imageId = newId()
    const path = madePath({ job }, imageId, 'pyramid.tiff')
    await keep(path, file)
    if (header) await keep(headerOf(path), header)
    kept.push({ ...overlay, imageId, path })
  }
  for (const { key, path: file } of outlines) {
    const path = `qc/${id}/${job.id}_${job.attempt}/${key}.json.gz`
    await keep(path, file)
    stored.outlines[key] = path
  }
  return { ...stored, overlays: kept }
}

interface Checkpoints {
  /** How far an attempt before this one came. */
  last(): Promise<Uint8Array | undefined>
  /** Stores it in the background; one that comes while another is stored waits, and only the newest of those. */
  keep(bytes: Uint8Array): void
  /** Once nobody needs them any more. */
  forget(): Promise<void>
}

/** In storage, where any machine finds them. They save time and nothing else: without them a check begins anew. */
function createCheckpoints(
  { storage }: Pick<Context, 'storage'>,
  { log }: Pick<RunningJob, 'log'>,
  { id, organizationId }: QcJobRow,
): Checkpoints {
  const key: ObjectKey = { organizationId, path: `qc/${id}/checkpoint` }
  let waiting: Uint8Array | undefined
  let storing: Promise<void> | undefined

  const storeAll = async () => {
    for (let bytes = waiting; bytes !== undefined; bytes = waiting) {
      waiting = undefined
      await storage.put(key, inOnePiece(bytes), { size: bytes.length })
    }
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'how far a check came could not be kept')

  return {
    last: async () => {
      try {
        const { body } = await storage.get(key)
        return await buffer(body)
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'not_found')) failed(error)
        return undefined
      }
    },
    keep: (bytes) => {
      waiting = bytes
      storing ??= storeAll()
        .catch(failed)
        .finally(() => {
          storing = undefined
        })
    },
    forget: async () => {
      waiting = undefined
      await storing
      await storage.delete(key).catch(failed)
    },
  }
}
