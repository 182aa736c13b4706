import { z } from '@cresyl/contract/zod'
import { type UploadRecord, uploadRecord } from './upload-record.ts'

/** The part of localStorage that is used. */
export type RecordStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface RecordStore {
  /** Of all tabs of this browser. */
  list(): UploadRecord[]
  /** Whether this tab has written it. */
  isOwn(fileId: string): boolean
  save(record: UploadRecord): void
  remove(fileId: string): void
  /** Another tab has written: what it overwrote of this one's is put back. */
  mend(): void
}

/** The one key under which all records are kept, as a list. */
export const recordsKey = 'uploads'

const records = z.array(z.unknown())

/** What can't be read is left out; where nothing can be written, uploads go on and only their record is lost. */
export function createRecordStore(storage: RecordStorage): RecordStore {
  const own = new Map<string, UploadRecord>()

  const list = (): UploadRecord[] => {
    const kept = records.safeParse(parse(storage.getItem(recordsKey)))
    if (!kept.success) return []
    return kept.data.flatMap((each) => uploadRecord.safeParse(each).data ?? [])
  }
  const write = (all: UploadRecord[]) => {
    try {
      if (all.length === 0) storage.removeItem(recordsKey)
      else storage.setItem(recordsKey, JSON.stringify(all))
    } catch {
      // Full, or refused by the browser.
    }
  }
  const others = (fileId?: string) => list().filter((each) => each.fileId !== fileId && !own.has(each.fileId))
  return {
    list,
    isOwn: (fileId) => own.has(fileId),
    save: (record) => {
      own.set(record.fileId, record)
      write([...others(), ...own.values()])
    },
    remove: (fileId) => {
      own.delete(fileId)
      write([...others(fileId), ...own.values()])
    },
    mend: () => {
      const kept = new Set(list().map(({ fileId }) => fileId))
      if ([...own.keys()].some((fileId) => !kept.has(fileId))) write([...others(), ...own.values()])
    },
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}
