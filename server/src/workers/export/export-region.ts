import { dirname, join } from 'node:path'
import { ApiError } from '@cresyl/contract/api/errors'
import { type JobPayload, jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { SlideError } from '@cresyl/slides'
import { findOrderedExport, keepExport } from '../../domain/exports/make-export.ts'
import type { ExportRow } from '../../domain/exports/view.ts'
import { findIsVirtual, virtualComment } from '../../domain/images/virtual.ts'
import { displaysOf } from '../../domain/viewers/displays.ts'
import { loadShownImage } from '../../domain/viewers/load-shown-image.ts'
import type { ShownImage } from '../../domain/viewers/shown-image.ts'
import type { Context } from '../../platform/context.ts'
import { decodingRights } from '../../platform/processes/child-rights.ts'
import { runInSandbox } from '../../platform/processes/sandbox.ts'
import { JobFailure, type JobHandler, type RunningJob } from '../../platform/queue/job-handler.ts'
import type { ObjectStat } from '../../platform/storage/storage.ts'
import { createSourceDescriber } from '../../platform/tiles/describe-source.ts'
import { filesOf } from '../../platform/tiles/image-location.ts'
import { requireRoom } from '../ingest/room.ts'
import { withWorkFolder } from '../work-folder.ts'
import type { MadeRegion, RegionOrder } from './export-region-order.ts'

type ExportJob = RunningJob<JobPayload<'export_region'>>

/** The pixels of the largest picture, what encoding them takes, and the slide itself. */
const memoryBytes = 1536 * 1024 * 1024
const timeoutMilliseconds = jobDefinitions.export_region.timeoutSeconds * 1000
const module = new URL('./export-region-child.ts', import.meta.url)

/** Makes a region that was asked for and puts it into storage. Begun anew after a crash, it replaces what was there. */
export const exportRegion: JobHandler<JobPayload<'export_region'>> = async (job, context) => {
  const ordered = await job.asOrganization((tx) => findOrderedExport(tx, job, job.payload.export_id))
  if (ordered === undefined) return { message: 'The export was deleted.' }
  const image = await findImage(context, ordered)
  const isVirtual = await job.asOrganization((tx) =>
    findIsVirtual(tx, ordered.organizationId, ordered.imageId),
  )
  const comment = isVirtual ? virtualComment : null
  // About as many are read as are written.
  await job.price(2 * ordered.width * ordered.height * image.channels.length)
  return withWorkFolder(job, context, async (folder) => {
    await requireRoom(folder, largestSize(ordered, image))
    job.stage('Creating the region')
    const path = join(folder, 'region')
    const { extension } = await make(job, context, { ...orderOf(ordered, image), comment, path })
    job.signal.throwIfAborted()
    job.stage('Storing it')
    const { size, path: stored } = await store(context, job, ordered, path, extension)
    const fileName = ordered.fileName.replace(/\.[a-z]+$/, `.${extension}`)
    return {
      message: `${fileName} is ready to be downloaded: ${ordered.width} × ${ordered.height} pixels.`,
      commit: (tx) => keepExport(tx, ordered.id, { path: stored, size, fileName }),
    }
  })
}

async function findImage(context: Context, { organizationId, imageId }: ExportRow): Promise<ShownImage> {
  const describe = createSourceDescriber(context.storage)
  const { image } = await loadShownImage(context, describe, organizationId, imageId).catch(asJobFailure)
  return image
}

function orderOf(
  { request, width, height }: ExportRow,
  image: ShownImage,
): Omit<RegionOrder, 'path' | 'comment'> {
  return { location: image.location, request, width, height, channels: displaysOf(image) }
}

/** About: lossless files compress, and levels add a third. */
function largestSize({ width, height }: ExportRow, { samples, channels, pixelType }: ShownImage): number {
  const planes = samples >= 3 ? 3 : Math.max(1, channels.length)
  const bytes = Number(/\d+$/.exec(pixelType)?.[0] ?? 8) / 8
  return (width * height * planes * (samples >= 3 ? 1 : bytes) * 4) / 3
}

function make(job: ExportJob, { config }: Context, input: RegionOrder): Promise<MadeRegion> {
  return runInSandbox<RegionOrder, MadeRegion>({
    module,
    input,
    timeoutMilliseconds,
    memoryBytes,
    name: 'Creating the region',
    compileCacheFolder: join(config.slides.cacheDir, 'compiled'),
    rights: decodingRights(config, { files: filesOf(input.location), folder: dirname(input.path) }),
    signal: job.signal,
    onProgress: (done, total) => job.progress(done, total),
  })
}

async function store(
  { storage }: Context,
  { signal }: ExportJob,
  { organizationId, id }: ExportRow,
  path: string,
  extension: MadeRegion['extension'],
): Promise<ObjectStat> {
  const key = { organizationId, path: `exports/${id}/region.${extension}` }
  return storage.putFile(key, path, signal).catch(asJobFailure)
}

const passing: readonly string[] = ['unavailable', 'storage_full', 'unreadable']

/** What is refused with a sentence, such as for want of room, is not for the log alone. */
function asJobFailure(error: unknown): never {
  if (!(error instanceof ApiError || error instanceof SlideError) || error.code === 'internal') throw error
  const sentence = error instanceof ApiError ? error.message : `${error.message}.`
  throw new JobFailure(sentence, { cause: error, retry: passing.includes(error.code) })
}
