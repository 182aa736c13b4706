import { ApiError } from '@cresyl/contract/api/errors'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { downloads, files, jobs } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { sendJob } from '../../platform/queue/send-job.ts'
import type { AuditedWork, Work } from '../work.ts'
import { addAsker } from './copying.ts'
import { type DownloadableObject, downloadableObject } from './downloadable-object.ts'
import { requireInPlace } from './imported-file.ts'
import { refuseCopy } from './no-copy-possible.ts'
import { lockFile } from './queries.ts'
import type { FileRow } from './view.ts'

const scope = { showDeleted: true } as const

/** Transactions of a member that are shown what was deleted: nothing is held while a disk is looked at. */
interface Acts {
  read<T>(work: (work: Work) => Promise<T>, given: typeof scope): Promise<T>
  write<T>(work: (work: AuditedWork) => Promise<T>, given: typeof scope): Promise<T>
}

/** Counts a download and says what is handed out; `being_prepared` as long as that is still to be made. */
export async function downloadFile(acts: Acts, id: string): Promise<DownloadableObject> {
  const known = await acts.read((work) => downloadableObject(work, id), scope)
  // Thrown after the commit: the job is to stay.
  if (known === null) throw await acts.write((work) => prepareCopy(work, id), scope)
  const object = 'path' in known ? { ...known, size: (await requireInPlace(known.path)).size } : known
  await acts.write((work) => countDownload(work, object), scope)
  return object
}

async function countDownload(work: AuditedWork, object: DownloadableObject): Promise<void> {
  const { fileId, size: bytes, deidentified } = object
  const { tx, member, now } = work
  await tx.insert(downloads).values({
    id: newId(),
    organizationId: member.organizationId,
    kind: 'file',
    fileId,
    userId: member.userId,
    bytes,
    deidentified,
    createdAt: now,
  })
  work.record({ id: fileId, details: { bytes, deidentified } })
}

interface LastJob {
  id: string
  state: string
  message: string | null
}

const waiting =
  'You do not have permission to see the label of this slide. A copy without it is being created, which can take some minutes: try again when it is ready.'

/** Has the copy made, by one job however many ask for it, and says that it isn't there yet. */
export async function prepareCopy(work: Work, fileId: string): Promise<ApiError> {
  const { tx, member } = work
  const { file } = await lockFile(tx, fileId)
  if (file.copyRefusal !== null) refuseCopy(file.copyRefusal)
  const last = await lastJobOf(tx, file)
  if (last && (file.copyPath !== null || last.state === 'queued' || last.state === 'running')) {
    await addAsker(tx, file, member.userId)
    return beingPrepared(waiting, last.id)
  }
  const jobId = await queueCopying(work, file)
  if (last?.state !== 'failed' || last.message === null) return beingPrepared(waiting, jobId)
  const again = `A copy of this file without label could not be created before: ${last.message} It is tried again.`
  return beingPrepared(again, jobId)
}

function beingPrepared(detail: string, jobId: string): ApiError {
  return new ApiError('being_prepared', { detail, current: { job_id: jobId } })
}

async function lastJobOf(tx: Tx, { copyJobId }: FileRow): Promise<LastJob | undefined> {
  if (copyJobId === null) return undefined
  const { id, state, message } = jobs
  const [job] = await tx.select({ id, state, message }).from(jobs).where(eq(id, copyJobId))
  return job
}

async function queueCopying({ tx, member, trace }: Work, file: FileRow): Promise<string> {
  const { priority, attempts } = jobDefinitions.deidentify
  const copyJobId = await sendJob(tx, {
    kind: 'deidentify',
    organizationId: file.organizationId,
    payload: { file_id: file.id },
    subjectId: file.id,
    priority,
    maxAttempts: attempts,
    createdBy: member.userId,
    ...(trace !== undefined && { trace }),
  })
  await tx.update(files).set({ copyPath: null, copySize: null, copyJobId }).where(eq(files.id, file.id))
  await addAsker(tx, file, member.userId)
  return copyJobId
}
