import { messages } from '@cresyl/contract/api/messages'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { files } from '../../platform/db/schema/index.ts'
import { sendJob } from '../../platform/queue/send-job.ts'
import { noCopy } from './copying.ts'
import type { FileRow } from './view.ts'

/** Who has the file read, and when. */
export interface Reader {
  now: Date
  userId: string | null
  trace?: string | undefined
}

/** The parts are assembled: the file is stored, and it is queued to be read, in one go. */
export async function storeFile(tx: Tx, file: FileRow, hash: Buffer | null, reader: Reader): Promise<void> {
  const stored = { state: 'stored' as const, stateMessage: messages.upload.completedState, hash }
  await tx.update(files).set(stored).where(eq(files.id, file.id))
  await queueReading(tx, file, reader)
}

/** Has a stored file read, for the first time or again. */
export async function queueReading(tx: Tx, file: FileRow, { now, userId, trace }: Reader): Promise<void> {
  const { priority, attempts } = jobDefinitions.ingest
  const jobId = await sendJob(tx, {
    kind: 'ingest',
    organizationId: file.organizationId,
    payload: { file_id: file.id },
    subjectId: file.id,
    priority,
    maxAttempts: attempts,
    ...(userId !== null && { createdBy: userId }),
    ...(trace !== undefined && { trace }),
  })
  await tx
    .update(files)
    .set({
      jobId,
      readingState: 'pending',
      readingMessage: '',
      ...noCopy,
      updatedAt: now,
      version: file.version + 1,
    })
    .where(eq(files.id, file.id))
}
