import { z } from '@cresyl/contract/api/zod'
import { createRecordStore, type RecordStorage } from '../../engine/uploads/record-store.ts'
import { isUnderWay, type UploadRecord, uploadRecord } from '../../engine/uploads/upload-record.ts'

const key = 'cresyl.left-uploads'

/** By person and organisation: nobody else is told of them, nor could give them up. */
const left = z.record(z.string(), z.array(uploadRecord))

/**
 * A session that ends by itself clears local storage, and with it what is known of uploads under way. This tab keeps
 * that in its session storage until the same person is back in it.
 */
export function keepLeft(session: RecordStorage, local: RecordStorage, id: string): void {
  const records = createRecordStore(local).list().filter(isUnderWay)
  if (records.length > 0) write(session, { ...read(session), [id]: records })
}

/** What this person has left behind; it is told once. */
export function takeLeft(session: RecordStorage, id: string): UploadRecord[] {
  const { [id]: own = [], ...others } = read(session)
  write(session, others)
  return own
}

function read(session: RecordStorage): z.infer<typeof left> {
  try {
    return left.parse(JSON.parse(session.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}

function write(session: RecordStorage, all: z.infer<typeof left>): void {
  try {
    if (Object.keys(all).length === 0) session.removeItem(key)
    else session.setItem(key, JSON.stringify(all))
  } catch {
    // Where nothing can be written, the server gives them up by itself after a day.
  }
}
