import { dirname, join } from 'node:path'
import { ApiError } from '@cresyl/contract/api/errors'
import { type JobPayload, jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { SlideError } from '@cresyl/slides'
import { copyKey, findFileToCopy, keepCopy, rememberRefusal } from '../../domain/files/copying.ts'
import { requireInPlace } from '../../domain/files/imported-file.ts'
import type { FileRow } from '../../domain/files/view.ts'
import type { Context } from '../../platform/context.ts'
import { decodingRights } from '../../platform/processes/child-rights.ts'
import { runInSandbox } from '../../platform/processes/sandbox.ts'
import { JobFailure, type JobHandler, type RunningJob } from '../../platform/queue/job-handler.ts'
import { createSourceDescriber } from '../../platform/tiles/describe-source.ts'
import { filesOf } from '../../platform/tiles/image-location.ts'
import { requireRoom } from '../ingest/room.ts'
import { withWorkFolder } from '../work-folder.ts'
import type { CopyOrder, CopyOutcome } from './deidentify-child.ts'

const memoryBytes = 1024 * 1024 * 1024

/** Makes the copy of a file without label, macro and names, and keeps it for whoever may not see those. */
export const deidentify: JobHandler<JobPayload<'deidentify'>> = async (job, context) => {
  const file = await job.asOrganization((tx) => findFileToCopy(tx, job, job.payload.file_id))
  if (file === undefined) {
    return { message: 'The file was read again or removed. Request the copy again.' }
  }
  const ready = `${file.name} can be downloaded without label, macro and names.`
  if (file.copyPath !== null) return { message: ready }
  await requireUnchanged(file)
  return withWorkFolder(job, context, async (folder) => {
    await requireRoom(folder, file.size)
    const path = join(folder, 'copy')
    job.stage('Copying the file without its label')
    const outcome = await copyInSandbox(context, job, file, path)
    if ('refusal' in outcome) {
      await job.asOrganization((tx) => rememberRefusal(tx, job, outcome.refusal))
      throw new JobFailure(outcome.refusal)
    }
    const { dropped } = outcome
    job.say(dropped.length > 0 ? `Left out: ${dropped.join(', ')}.` : 'Nothing had to be left out.')
    await requireUnchanged(file)
    job.stage('Storing the copy')
    const stored = await explained(context.storage.putFile(copyKey(file, job), path, job.signal))
    return { message: ready, commit: (tx) => keepCopy(tx, job, stored) }
  })
}

async function copyInSandbox(
  { storage, config }: Context,
  { signal, progress }: RunningJob,
  file: FileRow,
  target: string,
): Promise<CopyOutcome> {
  const source = await explained(createSourceDescriber(storage)(file))
  return runInSandbox<CopyOrder, CopyOutcome>({
    module: new URL('./deidentify-child.ts', import.meta.url),
    input: { source, target },
    name: 'Copying the file',
    signal,
    timeoutMilliseconds: jobDefinitions.deidentify.timeoutSeconds * 1000,
    memoryBytes,
    compileCacheFolder: join(config.slides.cacheDir, 'compiled'),
    rights: decodingRights(config, { files: filesOf({ source }), folder: dirname(target) }),
    onProgress: progress,
  })
}

/** What was found in an imported file was found in the one that lay there then. */
async function requireUnchanged({ origin, path, size, modifiedAt }: FileRow): Promise<void> {
  if (origin !== 'import') return
  const found = await explained(requireInPlace(path))
  if (found.size === size && (modifiedAt === null || found.modifiedAt.getTime() === modifiedAt.getTime()))
    return
  throw new JobFailure('The file has changed since it was read. Read it again, then request the copy again.')
}

/** Those errors are sentences for people already; room may be made, and disks come back, without anyone's asking. */
async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof SlideError) throw new JobFailure(`${error.message}.`, { cause: error, retry: true })
    if (!(error instanceof ApiError)) throw error
    throw new JobFailure(error.message, { cause: error, retry: error.code !== 'quota_exceeded' })
  }
}
