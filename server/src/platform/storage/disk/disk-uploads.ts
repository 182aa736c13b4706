import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ApiError } from '@cresyl/contract/api/errors'
import { chunkSizeFor } from '@cresyl/contract/files/uploads'
import { newId } from '../../id.ts'
import { syncFolder } from '../../private-file.ts'
import { bareEtag, compareParts } from '../compare-parts.ts'
import { isPartNumber, partLength, treeHash } from '../part-layout.ts'
import type { UrlSigner } from '../signed-url.ts'
import type { CompletedPart, CompletedUpload, NewUpload, UploadReference, Uploads } from '../storage.ts'
import {
  closeIfOpen,
  closeUpload,
  findUpload,
  finishUpload,
  lockUpload,
  reserveUpload,
  touchUpload,
  type UploadRow,
} from '../upload-queries.ts'
import { partAddress } from './addresses.ts'
import { explainDiskError, isMissing } from './disk-errors.ts'
import type { DiskParts } from './disk-objects.ts'
import { makeLastingFolder, objectFile, uploadFile, uploadOfFile } from './folders.ts'
import { selectStoredParts } from './part-queries.ts'
import type { PartWriters } from './part-writers.ts'

export interface UploadParts extends DiskParts {
  writers: PartWriters
  signer: UrlSigner
  uploadOrigin: string
}

export interface DiskUploads extends Uploads {
  /** Finishes a completion, from wherever it was cut short. */
  finish(upload: UploadRow): Promise<CompletedUpload>
}

export function createDiskUploads(parts: UploadParts): DiskUploads {
  const { database } = parts
  return {
    begin: (upload) => begin(parts, upload),
    partUrl: async (upload, partNumber) => {
      const layout = await database.asMember(upload, (tx) => touchUpload(tx, upload))
      if (!isPartNumber(layout, partNumber)) throw new ApiError('not_found')
      const size = String(partLength(layout, partNumber))
      const parameters = { organization: upload.organizationId, size }
      return (
        parts.uploadOrigin + parts.signer.sign('PUT', partAddress(upload.uploadId, partNumber), parameters)
      )
    },
    listParts: (upload) => database.asMember(upload, (tx) => selectStoredParts(tx, upload)),
    complete: (upload, given) => complete(parts, upload, given),
    abort: (upload) => abort(parts, upload),
    finish: (upload) => finish(parts, upload),
  }
}

async function begin(
  parts: UploadParts,
  { organizationId, path, size, partSize }: NewUpload,
): Promise<UploadReference> {
  const { database, folders, pause, room } = parts
  const uploadId = newId()
  objectFile(folders, { organizationId, path })
  const row = {
    id: uploadId,
    organizationId,
    path,
    size,
    partSize: partSize ?? chunkSizeFor(size),
    freeBytes: await room.freeBytes(),
  }
  await database.asSystem((tx) => reserveUpload(tx, row))
  await pause('begin: reserved')
  const upload = { organizationId, uploadId }
  try {
    await makeSparseFile(uploadFile(folders, uploadId), size)
  } catch (error) {
    await abort(parts, upload)
    throw explainDiskError(error)
  }
  await pause('begin: made')
  return upload
}

async function makeSparseFile(path: string, size: number): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.truncate(size)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(dirname(path))
}

/**
 * Closes the upload in the transaction that finds its parts right. What is stored by then can't be written to any
 * more: a part that is sent again goes to a file of its own first.
 */
async function complete(
  parts: UploadParts,
  upload: UploadReference,
  given: readonly CompletedPart[],
): Promise<CompletedUpload> {
  const hash = hashOfParts(given)
  const row = await parts.database.asMember(upload, async (tx) => {
    const found = await lockUpload(tx, upload)
    if (found.state === 'aborted') throw new ApiError('upload_closed')
    if (found.state !== 'open') return found
    compareParts(found, given, await selectStoredParts(tx, upload))
    await closeUpload(tx, upload, 'completing', hash)
    return { ...found, state: 'completing' as const, hash }
  })
  if (row.hash?.equals(hash) !== true) throw new ApiError('parts_mismatch')
  if (row.state === 'complete') return completedOf(row)
  await parts.pause('complete: closed')
  return finish(parts, row)
}

/** From what the client names: if it isn't what is stored, the upload isn't completed anyway. */
function hashOfParts(given: readonly CompletedPart[]): Buffer {
  const ordered = given.toSorted((a, b) => a.partNumber - b.partNumber)
  return treeHash(ordered.map(({ etag }) => Buffer.from(bareEtag(etag), 'hex')))
}

async function finish(parts: UploadParts, row: UploadRow): Promise<CompletedUpload> {
  const { database, writers, pause } = parts
  const upload = { organizationId: row.organizationId, uploadId: row.id }
  await writers.stop(writers.ofUpload(upload))
  await moveIntoPlace(parts, row)
  await pause('complete: moved')
  await database.asMember(upload, (tx) => finishUpload(tx, row))
  await pause('complete: recorded')
  return completedOf(row)
}

async function moveIntoPlace({ database, folders }: UploadParts, row: UploadRow): Promise<void> {
  const [from, to] = [uploadFile(folders, row.id), objectFile(folders, row)]
  await makeLastingFolder(dirname(to))
  try {
    const { size } = await stat(from)
    if (size !== row.size) throw new Error(`${from} is ${size} bytes long instead of ${row.size}`)
    await rename(from, to)
  } catch (error) {
    if (!isMissing(error)) throw error
    // It was moved before, by someone who died or who is just faster.
    const moved = await stat(to).catch(() => null)
    if (moved?.size !== row.size) await requireComplete(row, error)
  }
  await syncFolder(dirname(to))
  await syncFolder(folders.uploads)

  async function requireComplete({ organizationId, id }: UploadRow, cause: unknown): Promise<void> {
    const upload = { organizationId, uploadId: id }
    const { state } = await database.asMember(upload, (tx) => findUpload(tx, upload))
    if (state !== 'complete') throw new Error(`The parts of upload ${id} are gone from the disk`, { cause })
  }
}

function completedOf({ organizationId, path, size, hash }: UploadRow): CompletedUpload {
  return { organizationId, path, size, hash }
}

async function abort(parts: UploadParts, upload: UploadReference): Promise<'aborted' | 'complete'> {
  const { database, folders, writers, pause } = parts
  const row = await database.asMember(upload, (tx) => closeIfOpen(tx, upload))
  if (row.state === 'completing') await finish(parts, row)
  if (row.state === 'completing' || row.state === 'complete') return 'complete'
  await pause('abort: closed')
  await writers.stop(writers.ofUpload(upload))
  for (const name of await readdir(folders.uploads)) {
    if (uploadOfFile(name) === upload.uploadId) await rm(join(folders.uploads, name), { force: true })
  }
  await pause('abort: removed')
  return 'aborted'
}
