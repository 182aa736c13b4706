import type { JobPayload } from '@cresyl/contract/operations/job-kinds'
import type { Vendor } from '@cresyl/slides'
import { beginReading, keepHashes } from '../../domain/files/reading.ts'
import type { FileRow } from '../../domain/files/view.ts'
import { checkAutomatically } from '../../domain/qc/check-automatically.ts'
import { findReadSlide } from '../../domain/slides/find-read-slide.ts'
import { registerSlide } from '../../domain/slides/register-slide.ts'
import type { Context } from '../../platform/context.ts'
import type { JobHandler, RunningJob } from '../../platform/queue/job-handler.ts'
import { createSourceDescriber } from '../../platform/tiles/describe-source.ts'
import { withWorkFolder } from '../work-folder.ts'
import { asItLies } from './as-it-lies.ts'
import { explained } from './explain-slide-error.ts'
import { hashFile } from './hash-file.ts'
import { prepareSlide } from './prepare-slide.ts'
import { readSlideOf } from './read-slide-of.ts'
import { withSandbox } from './run-stage.ts'
import { createStages, type Stages } from './stages.ts'

/**
 * Makes a slide of a stored file. The slide is there before the hash of a large file is known; an attempt that comes
 * after goes on with that. What fails is told to the file when the job is settled.
 */
export const ingest: JobHandler<JobPayload<'ingest'>> = async (job, context) => {
  const begun = await job.asOrganization((tx) => beginReading(tx, job, job.payload.file_id))
  if (begun === undefined) return notOurs
  const { file, isRead } = await asItLies(job, begun)
  const stages = createStages(job)
  const remarks = isRead
    ? []
    : await makeSlide(job, context, file, stages).catch(async (error) => {
        await hashUnread(job, context, file)
        throw error
      })
  if (remarks === undefined) return notOurs
  const message = [await describe(job), ...remarks].join(' ')
  if (file.hash !== null && file.sha256 !== null) return { message }
  if (isRead) stages.expect({ hash: 1 })
  stages.begin('hash')
  const hashes = await hashFile(context, file, job.signal, stages.progress)
  return { message, commit: (tx) => keepHashes(tx, job, hashes) }
}

/** Whoever has a file that can't be read wants to know whether it is the one that the scanner wrote. */
async function hashUnread(job: RunningJob, context: Context, file: FileRow): Promise<void> {
  if (file.sha256 !== null || job.signal.aborted) return
  const hashes = await hashFile(context, file, job.signal, () => {}).catch(() => undefined)
  if (hashes) await job.asSystem((tx) => keepHashes(tx, job, hashes))
}

const notOurs = { message: 'Another job is reading this file, or the file no longer exists.' }

/** Returns what whoever waits for the slide should know; undefined if the file was not ours any more at the end. */
async function makeSlide(
  job: RunningJob,
  context: Context,
  file: FileRow,
  stages: Stages,
): Promise<string[] | undefined> {
  const describeSource = createSourceDescriber(context.storage)
  const prepared = await withWorkFolder(job, context, (folder) =>
    explained(file.origin, () =>
      withSandbox(job, context, { stages, folder, file }, (sandbox) =>
        prepareSlide({ job, context, file, stages, sandbox, describeSource, folder }),
      ),
    ),
  )
  stages.begin('register')
  const read = readSlideOf(job, file, prepared, context.clock.now())
  const { organizationId } = file
  const registered = await job.asSystem(async (tx) => {
    const slide = await registerSlide(tx, read)
    if (slide !== undefined && context.config.slides.automaticQc) {
      await checkAutomatically(tx, { organizationId, slideId: slide.id, now: read.now })
    }
    return slide
  })
  if (registered === undefined) return undefined
  for (const path of registered.unused) await context.storage.delete({ organizationId, path })
  return registered.remarks
}

const titles: Record<Vendor, string> = {
  aperio: 'Aperio SVS',
  ome: 'OME-TIFF',
  qptiff: 'QPTIFF',
  philips: 'Philips TIFF',
  ventana: 'Ventana BIF',
  trestle: 'Trestle TIFF',
  zeiss: 'Zeiss CZI',
  'generic-tiff': 'TIFF',
}

async function describe(job: RunningJob): Promise<string> {
  const { slide } = (await job.asSystem((tx) => findReadSlide(tx, job))) ?? {}
  if (!slide) return 'The slide no longer exists.'
  const { vendor, width, height, remark } = slide
  return `${titles[vendor as Vendor] ?? vendor}, ${width} × ${height} pixels. ${remark ?? ''}`.trimEnd()
}
