import { z } from '@cresyl/contract/api/zod'
import { type UploadRecord, uploadRecord } from './upload-record.ts'

/** The part of localStorage that is used. */
export type RecordStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface RecordStore {
  /** Of all tabs of this browser. */
  list(): readonly UploadRecord[]
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

/** What lies under the key. */
interface Contents {
  text: string | null
  records: readonly UploadRecord[]
  /** Whether there is nothing beside them that nobody can read. */
  isClean: boolean
}

/** What can't be read is left out; where nothing can be written, uploads go on and only their record is lost. */
export function createRecordStore(storage: RecordStorage): RecordStore {
  const own = new Map<string, UploadRecord>()
  // There may be thousands: neither they nor their texts are made anew for each that is written.
  const texts = new WeakMap<UploadRecord, string>()
  let known: Contents = { text: null, records: [], isClean: true }

  const read = () => {
    const text = textIn(storage)
    if (text !== known.text) known = contentsOf(text)
    return known
  }
  const textOf = (record: UploadRecord) => {
    const text = texts.get(record) ?? JSON.stringify(record)
    texts.set(record, text)
    return text
  }
  const write = (records: readonly UploadRecord[]) => {
    const text = records.length === 0 ? null : `[${records.map(textOf).join()}]`
    try {
      if (text === null) storage.removeItem(recordsKey)
      else storage.setItem(recordsKey, text)
      known = { text, records, isClean: true }
    } catch {
      // Full, or refused by the browser.
    }
  }
  const writeWithout = (fileId?: string) => {
    const others = read().records.filter((each) => each.fileId !== fileId && !own.has(each.fileId))
    write([...others, ...own.values()])
  }
  return {
    list: () => read().records,
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
      const { records, isClean } = read()
      const stored = new Map(records.map((record) => [record.fileId, record]))
      const isKept = ({ fileId, status, timestamp }: UploadRecord) =>
        stored.get(fileId)?.status === status && stored.get(fileId)?.timestamp === timestamp
      if (!isClean || ![...own.values()].every(isKept)) writeWithout()
    },
  }
}

/** A browser may refuse even that. */
function textIn(storage: RecordStorage): string | null {
  try {
    return storage.getItem(recordsKey)
  } catch {
    return null
  }
}

function contentsOf(text: string | null): Contents {
  try {
    const things = manyThings.parse(JSON.parse(text ?? '[]'))
    const records = things.flatMap((each) => uploadRecord.safeParse(each).data ?? [])
    return { text, records, isClean: records.length === things.length }
  } catch {
    return { text, records: [], isClean: false }
  }
}
