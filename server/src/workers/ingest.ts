import type { JobPayload } from '@cresyl/contract/jobs'
import { openSlide, type Slide, SlideError } from '@cresyl/slides'
import { beginReading, endReading } from '../domain/files/reading.ts'
import type { FileRow } from '../domain/files/view.ts'
import type { Context } from '../platform/context.ts'
import { JobFailure, type JobHandler } from '../platform/queue/job-handler.ts'

/** Opens a stored file and says whether it can be read. What fails is told to the file when the job is settled. */
export const ingest: JobHandler<JobPayload<'ingest'>> = async (job, context) => {
  const file = await job.asOrganization((tx) => beginReading(tx, job, job.payload.file_id))
  if (file === undefined) return { message: 'Another job reads this file.' }
  job.stage('Opening the file')
  const slide = await open(context, file, job.signal)
  try {
    return { message: describe(slide), commit: (tx) => endReading(tx, job) }
  } finally {
    await slide.close()
  }
}

async function open({ storage }: Context, file: FileRow, signal: AbortSignal): Promise<Slide> {
  if (storage.kind !== 'disk') throw new JobFailure('Files in a bucket are not read yet.')
  const path = file.origin === 'import' ? file.path : storage.fileOf(file)
  try {
    return await openSlide(path, { signal })
  } catch (error) {
    if (!(error instanceof SlideError)) throw error
    throw new JobFailure(`${error.message}.`, { cause: error, retry: error.code === 'unreadable' })
  }
}

function describe({ vendor, images }: Slide): string {
  const largest = images.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a))
  return `${vendor}, ${largest.width} × ${largest.height} pixels.`
}
