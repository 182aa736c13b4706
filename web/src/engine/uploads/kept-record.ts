import type { Clock } from '../clock.ts'
import type { RecordStore } from './record-store.ts'
import { type UploadLocks, uploadLock, withLock } from './upload-locks.ts'
import {
  newRecord,
  type PartProgress,
  type UploadRecord,
  type UploadStatus,
  withParts,
} from './upload-record.ts'

interface KeptRecordTools {
  records: RecordStore
  locks: UploadLocks | undefined
  clock: Clock
  leaving: AbortSignal
}

/**
 * What this browser keeps of one upload for as long as its row is on the list, and the lock that shows other tabs that
 * a page looks after it.
 */
export interface KeptRecord {
  begin(file: { id: string; name: string; size: number }): Promise<void>
  update(status: UploadStatus, progress: PartProgress): void
  /** It says this from now on; null: it could not be tidied up, so the next page that opens is to end it. */
  end(status: 'completed' | 'failed' | 'aborted' | null): void
  /** Its row is gone; the record goes with it, but not before there is nothing left to tidy up. */
  forget(): void
}

export function createKeptRecord({ records, locks, clock, leaving }: KeptRecordTools): KeptRecord {
  let record: UploadRecord | undefined
  let release = () => {}
  let isEnded = false
  let isForgotten = false

  // Whoever leaves may have cleared local storage; what was written before says that the upload was under way.
  const save = (changed: UploadRecord) => {
    record = changed
    if (!leaving.aborted) records.save(changed)
  }
  const letGo = () => {
    leaving.removeEventListener('abort', letGo)
    release()
  }
  const removeIfDone = () => {
    if (record === undefined || !isEnded || !isForgotten || leaving.aborted) return
    records.remove(record.fileId)
    letGo()
  }
  return {
    begin: async (file) => {
      // The lock comes first: a record without one is taken for one of a page that is gone.
      if (locks) release = (await lockOf(locks, file.id, leaving)) ?? release
      leaving.addEventListener('abort', letGo)
      save(newRecord(file, clock.now()))
    },
    update: (status, progress) => {
      if (record) save({ ...withParts(record, progress, clock.now()), status })
    },
    end: (status) => {
      if (record === undefined || isEnded) return
      if (status !== null) {
        isEnded = true
        save({ ...record, status, timestamp: clock.now() })
        removeIfDone()
      } else {
        records.leave(record.fileId)
        letGo()
      }
    },
    forget: () => {
      isForgotten = true
      removeIfDone()
    },
  }
}

/** A browser that refuses locks is no reason not to send. */
function lockOf(locks: UploadLocks, fileId: string, signal: AbortSignal) {
  return withLock(locks, uploadLock(fileId), { ifAvailable: false, signal }).catch(() => null)
}
