import { z } from '@cresyl/contract/zod'
import { type UploadRecord, uploadRecord } from './upload-record.ts'

/** The part of localStorage that is used. */
export type RecordStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface RecordStore {
  /** Of all tabs of this browser. */
  list(): UploadRecord[]
  /** Whether this tab has written it and still looks after it. */
  isOwn(fileId: string): boolean
  save(record: UploadRecord): void
  remove(fileId: string): void
  /** It stays as it is, for whoever comes next to end it. */
  leave(fileId: string): void
  /** What another tab overwrote of this one's is put back; what nobody can read goes. */
  mend(): void
}

/** The one key under which all records are kept, as a list. */
export const recordsKey = 'uploads'

const manyThings = z.array(z.unknown())

/** What can't be read is left out; where nothing can be written, uploads go on and only their record is lost. */
export function createRecordStore(storage: RecordStorage): RecordStore {
  const own = new Map<string, UploadRecord>()

  const read = (): unknown => {
    try {
      return JSON.parse(storage.getItem(recordsKey) ?? '[]')
    } catch {
      return null
    }
  }
  const list = () => readable(read())
  const write = (all: UploadRecord[]) => {
    try {
      if (all.length === 0) storage.removeItem(recordsKey)
      else storage.setItem(recordsKey, JSON.stringify(all))
    } catch {
      // Full, or refused by the browser.
    }
  }
  const writeWithout = (fileId?: string) => {
    const others = list().filter((each) => each.fileId !== fileId && !own.has(each.fileId))
    write([...others, ...own.values()])
  }
  const isKept = (record: UploadRecord) =>
    list().some(
      ({ fileId, status, timestamp }) =>
        fileId === record.fileId && status === record.status && timestamp === record.timestamp,
    )
  return {
    list,
    isOwn: (fileId) => own.has(fileId),
    save: (record) => {
      own.set(record.fileId, record)
      writeWithout()
    },
    remove: (fileId) => {
      own.delete(fileId)
      writeWithout(fileId)
    },
    leave: (fileId) => void own.delete(fileId),
    mend: () => {
      const stored = read()
      const isRubbish = !Array.isArray(stored) || readable(stored).length < stored.length
      if (isRubbish || [...own.values()].some((record) => !isKept(record))) writeWithout()
    },
  }
}

function readable(stored: unknown): UploadRecord[] {
  const things = manyThings.safeParse(stored).data ?? []
  return things.flatMap((each) => uploadRecord.safeParse(each).data ?? [])
}
