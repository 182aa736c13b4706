import { messages } from '@cresyl/contract/messages'
import type { RecordStore } from './record-store.ts'
import type { UploadApi } from './upload-api.ts'
import { type UploadLocks, uploadLock, withLock } from './upload-locks.ts'
import { isUnderWay, type UploadRecord } from './upload-record.ts'

interface InterruptedTools {
  records: RecordStore
  /** Absent where the browser has none: then every record is one of an earlier page. */
  locks: UploadLocks | undefined
  api: Pick<UploadApi, 'abort' | 'setState'>
  warn(message: string, cause: unknown): void
  signal: AbortSignal
}

/**
 * Uploads that were under way when their page was closed or lost: their parts are given up, their files say why, and
 * this browser forgets them. One whose lock is held goes on in another tab. Returns their names.
 */
export async function endInterrupted(tools: InterruptedTools): Promise<string[]> {
  const { records, locks, signal } = tools
  const ended: string[] = []
  for (const record of records.list()) {
    if (records.isOwn(record.fileId)) continue
    const release = locks
      ? await withLock(locks, uploadLock(record.fileId), { ifAvailable: true, signal })
      : noLock
    if (release === null) continue
    try {
      if (await endOne(record, tools)) ended.push(record.fileName)
    } finally {
      release()
    }
  }
  return ended
}

const noLock = () => undefined

/** Whether it was interrupted, and not there already before. */
async function endOne(
  record: UploadRecord,
  { records, api, warn, signal }: InterruptedTools,
): Promise<boolean> {
  const { fileId } = record
  if (!isUnderWay(record)) {
    records.remove(fileId)
    return false
  }
  records.save({ ...record, status: 'failed' })
  const told = (error: unknown) => warn(messages.upload.cleanupFailed(sentenceOf(error)), error)
  const state = await api.abort(fileId, signal).catch(told)
  if (state !== 'stored')
    await api.setState(fileId, 'failed', messages.upload.interrupted, signal).catch(told)
  records.remove(fileId)
  return state !== 'stored'
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
