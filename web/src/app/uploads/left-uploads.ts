import { z } from '@cresyl/contract/zod'
import type { Upload } from '../../engine/uploads/upload.ts'
import { newRecord, type UploadRecord, uploadRecord } from '../../engine/uploads/upload-record.ts'
import { activeStages } from '../../engine/uploads/upload-totals.ts'

/** The part of sessionStorage that is used. */
type LeftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'cresyl.left-uploads'

/** By person and organisation: nobody else is told of them, nor could give them up. */
const left = z.record(z.string(), z.array(uploadRecord))

/**
 * A session that ends by itself clears local storage, and with it what is known of uploads under way. This tab keeps
 * that until the same person is back in it.
 */
export function keepLeft(storage: LeftStorage, id: string, uploads: readonly Upload[], now: number): void {
  const records = uploads.flatMap(({ fileId, name, size, stage }) =>
    fileId !== null && activeStages.includes(stage) ? [newRecord({ id: fileId, name, size }, now)] : [],
  )
  if (records.length > 0) write(storage, { ...read(storage), [id]: records })
}

/** What this person has left behind; it is told once. */
export function takeLeft(storage: LeftStorage, id: string): UploadRecord[] {
  const { [id]: own = [], ...others } = read(storage)
  write(storage, others)
  return own
}

function read(storage: LeftStorage): z.infer<typeof left> {
  try {
    return left.parse(JSON.parse(storage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}

function write(storage: LeftStorage, all: z.infer<typeof left>): void {
  try {
    if (Object.keys(all).length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(all))
  } catch {
    // Where nothing can be written, the server gives them up by itself after a day.
  }
}
