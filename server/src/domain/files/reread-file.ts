import { ApiError } from '@cresyl/contract/api/errors'
import type { File } from '@cresyl/contract/files/files'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { jobs } from '../../platform/db/schema/index.ts'
import type { AuditedWork } from '../work.ts'
import { refuseDeletedSlide, requireStored } from './file-state.ts'
import { findFile, lockFile } from './queries.ts'
import { queueReading } from './store-file.ts'
import { viewFile } from './view.ts'

/** Has a stored file read again, such as one that could not be read by an older version. */
export async function rereadFile(work: AuditedWork, id: string): Promise<File> {
  const { tx, member, now, trace } = work
  const { file } = await lockFile(tx, id)
  requireStored(file)
  await refuseDeletedSlide(tx, file)
  if (file.jobId !== null && (await isOpen(tx, file.jobId))) throw new ApiError('already_running')
  await queueReading(tx, file, { now, userId: member.userId, trace })
  work.record({ id })
  return viewFile(await findFile(tx, id))
}

async function isOpen(tx: Tx, jobId: string): Promise<boolean> {
  const [job] = await tx.select({ state: jobs.state }).from(jobs).where(eq(jobs.id, jobId))
  return job?.state === 'queued' || job?.state === 'running'
}
