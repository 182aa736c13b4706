import { createRecordStore, type RecordStorage } from '../../engine/uploads/record-store.ts'
import { uploadLock } from '../../engine/uploads/upload-locks.ts'
import { isUnderWay } from '../../engine/uploads/upload-record.ts'

/** What the tabs of a browser know of each other. */
export interface SharedBrowser {
  localStorage: RecordStorage
  /** Absent in browsers without locks: then nothing is known of other tabs. */
  locks: Pick<LockManager, 'query'> | undefined
}

const channelName = 'cresyl.uploads'
const cancelAll = 'cancel all'

/** Which files other tabs of this browser are sending: each has a record, and a lock for as long as its tab lives. */
export async function sentElsewhere(
  { localStorage, locks }: SharedBrowser,
  own: readonly (string | null)[],
): Promise<string[]> {
  const snapshot = await locks?.query().catch(() => undefined)
  const held = new Set(snapshot?.held?.map(({ name }) => name))
  return createRecordStore(localStorage)
    .list()
    .filter((record) => isUnderWay(record) && held.has(uploadLock(record.fileId)))
    .map(({ fileId }) => fileId)
    .filter((fileId) => !own.includes(fileId))
}

export function tellOthersToCancel(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(cancelAll)
  channel.close()
}

/** Returns what ends listening. */
export function onToldToCancel(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }) => {
    if (data === cancelAll) listener()
  })
  return () => channel.close()
}
