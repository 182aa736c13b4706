import { messages } from '@cresyl/contract/api/messages'
import { type GiveUpTools, giveUp } from './give-up.ts'
import type { RecordStore } from './record-store.ts'
import { type UploadLocks, uploadLock, withLock } from './upload-locks.ts'
import { isUnderWay, type UploadRecord } from './upload-record.ts'

interface InterruptedTools extends GiveUpTools {
  records: RecordStore
  /** Absent where the browser has none: then every record is one of an earlier page. */
  locks: UploadLocks | undefined
}

/**
 * Uploads that were under way when their page was closed or lost: their parts are given up, their files say why, and
 * this browser forgets them. One whose lock is held goes on in another tab. Returns their names.
 */
export async function endInterrupted(tools: InterruptedTools): Promise<string[]> {
  const { records, locks, leaving } = tools
  const ended: string[] = []
  for (const { fileId } of records.list()) {
    if (leaving.aborted) break
    if (records.isOwn(fileId)) continue
    const release = await lockOf(locks, fileId, leaving)
    if (release === null) continue
    // Another tab may have been quicker.
    const record = records.list().find((each) => each.fileId === fileId)
    try {
      if (record && (await endOne(record, tools))) ended.push(record.fileName)
    } finally {
      release()
    }
  }
  records.mend()
  return ended
}

/** Null: someone else has it. */
async function lockOf(locks: UploadLocks | undefined, fileId: string, signal: AbortSignal) {
  const noLock = () => undefined
  if (locks === undefined) return noLock
  return withLock(locks, uploadLock(fileId), { ifAvailable: true, signal }).catch(() => noLock)
}

/** Whether it was interrupted, is this person's to end, and had not ended before. */
async function endOne(record: UploadRecord, tools: InterruptedTools): Promise<boolean> {
  const { records } = tools
  const { fileId } = record
  if (!isUnderWay(record)) {
    records.remove(fileId)
    return false
  }
  const ending = { state: 'failed', message: messages.upload.interrupted } as const
  const aftermath = await giveUp(fileId, ending, tools)
  // The next page tries again.
  if (aftermath === 'open') return false
  records.remove(fileId)
  return aftermath === 'ended'
}
