import { addAbortSignal } from 'node:stream'
import { ApiError } from '@cresyl/contract/api/errors'
import type { Context } from '../../platform/context.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createContentHash } from './content-hash.ts'
import { isBeingWritten, type ObjectRow, pairWithRows, readRow, totalBytes } from './queries.ts'

export interface ObjectsVerdict {
  objects: number
  bytes: number
  /** Objects that are not what was stored, not there, or not known. */
  faulty: number
  /** Objects without a hash: that they can be read and are as large as they were is all that can be said. */
  unhashed: number
}

export interface Checking {
  signal: AbortSignal
  progress: (done: number, total: number) => void
  fault: (sentence: string) => void
}

/** Reads everything an organisation has in storage and compares it with what the database knows of it. */
export async function checkObjects(
  context: Context,
  organizationId: string,
  { signal, progress, fault }: Checking,
): Promise<ObjectsVerdict> {
  const { database, storage } = context
  const total = await database.asSystem((tx) => totalBytes(tx, organizationId))
  const verdict: ObjectsVerdict = { objects: 0, bytes: 0, faulty: 0, unhashed: 0 }
  const blame = (sentence: string) => {
    verdict.faulty += 1
    fault(sentence)
  }
  for await (const { path, row, found } of pairWithRows(context, organizationId)) {
    signal.throwIfAborted()
    if (row === undefined) {
      if (!(await isKnownByNow(context, organizationId, path))) {
        blame(`${path} is in storage but not in the database.`)
      }
      continue
    }
    verdict.objects += 1
    const before = verdict.bytes
    const sentence =
      found === undefined
        ? `${path} is missing in storage.`
        : await checkContent(storage, row, signal, (bytes) => {
            verdict.bytes += bytes
            progress(verdict.bytes, Math.max(total, verdict.bytes))
          })
    verdict.bytes = Math.max(verdict.bytes, before + row.size)
    progress(verdict.bytes, Math.max(total, verdict.bytes))
    if (row.hash === null) verdict.unhashed += 1
    if (sentence !== undefined && (await isUnchanged(context, row))) blame(sentence)
  }
  return verdict
}

/** What is wrong with the object, in a sentence. */
async function checkContent(
  storage: Storage,
  row: ObjectRow,
  signal: AbortSignal,
  read: (bytes: number) => void,
): Promise<string | undefined> {
  const { path } = row
  try {
    const { size, body } = await storage.get(row)
    addAbortSignal(signal, body)
    if (size !== row.size) {
      body.destroy()
      return `${path} has ${size} bytes, but ${row.size} were stored.`
    }
    const hash = createContentHash(row.partSize)
    for await (const chunk of body) {
      hash.update(chunk)
      read(chunk.length)
    }
    if (row.hash === null || hash.digest().equals(row.hash)) return undefined
    return `The content of ${path} has changed since it was stored.`
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApiError && error.code === 'not_found') return `${path} is missing in storage.`
    // One file that the disk cannot read is a finding; a storage that answers nothing is not.
    if (isReadError(error)) return `${path} cannot be read: ${error.message}.`
    throw error
  }
}

function isReadError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && (error.code === 'EIO' || error.code === 'EACCES')
}

/** It may have been replaced, removed or begun to be written since its row was read: then there is nothing to say. */
async function isUnchanged({ database }: Context, row: ObjectRow): Promise<boolean> {
  const now = await database.asSystem((tx) => readRow(tx, row))
  return now !== undefined && now.storedAt === row.storedAt && !now.writing
}

/** Whatever arrived since the rows were read has one now, or is about to. */
async function isKnownByNow(
  { database, storage }: Context,
  organizationId: string,
  path: string,
): Promise<boolean> {
  const key = { organizationId, path }
  if (await database.asSystem((tx) => isBeingWritten(tx, key))) return true
  return (await storage.stat(key)) === null
}
