import { ApiError } from '@cresyl/contract/api/errors'
import { requireInPlace } from '../../domain/files/imported-file.ts'
import { type BegunReading, takeChangedFile } from '../../domain/files/reading.ts'
import { JobFailure, type RunningJob } from '../../platform/queue/job-handler.ts'

/**
 * A file that is read where it lies, as it is there now: one that has changed since it was registered is read anew
 * and known by its new size and time, or nothing that was made of it could ever be told from what lies there.
 */
export async function asItLies(job: RunningJob, begun: BegunReading): Promise<BegunReading> {
  const { origin, path, size, modifiedAt } = begun.file
  if (origin !== 'import') return begun
  const found = await requireInPlace(path).catch(explain)
  if (found.size === size && found.modifiedAt.getTime() === modifiedAt?.getTime()) return begun
  const file = await job.asSystem((tx) => takeChangedFile(tx, job, found))
  return file ? { file, isRead: false } : begun
}

/** Disks come back, and folders are put in order, without anyone's asking. */
function explain(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  throw new JobFailure(`${error.message} Then read it again.`, { cause: error, retry: true })
}
