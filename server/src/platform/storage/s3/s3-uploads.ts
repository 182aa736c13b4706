import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { ApiError } from '@cresyl/contract/api/errors'
import { signedUrlSeconds } from '@cresyl/contract/api/limits'
import { chunkSizeFor } from '@cresyl/contract/files/uploads'
import type { Clock } from '../../clock.ts'
import { newId } from '../../id.ts'
import { bareEtag, compareParts } from '../compare-parts.ts'
import { objectName } from '../object-key.ts'
import { isPartNumber, partLength } from '../part-layout.ts'
import type {
  CompletedPart,
  CompletedUpload,
  NewUpload,
  StoredPart,
  UploadReference,
  Uploads,
} from '../storage.ts'
import {
  closeIfOpen,
  closeUpload,
  findUpload,
  finishUpload,
  lockUpload,
  nameUpload,
  reopenUpload,
  reserveUpload,
  touchUpload,
  type UploadRow,
} from '../upload-queries.ts'
import { isS3Error, isUploadGone } from './bucket.ts'
import { type S3Parts, statObject } from './s3-objects.ts'

export interface S3UploadParts extends S3Parts {
  clock: Clock
}

export interface S3Uploads extends Uploads {
  /** Finishes a completion, from wherever it was cut short. */
  finish(upload: UploadRow): Promise<CompletedUpload>
}

export function createS3Uploads(parts: S3UploadParts): S3Uploads {
  const { database, bucket, clock } = parts
  return {
    begin: (upload) => begin(parts, upload),
    partUrl: async (upload, partNumber) => {
      const row = await database.asMember(upload, (tx) => touchUpload(tx, upload))
      if (!isPartNumber(row, partNumber)) throw new ApiError('not_found')
      const part = {
        ...addressOf(parts, row),
        PartNumber: partNumber,
        ContentLength: partLength(row, partNumber),
      }
      return getSignedUrl(bucket.client, new UploadPartCommand(part), {
        expiresIn: signedUrlSeconds,
        signingDate: clock.now(),
      })
    },
    listParts: async (upload) => {
      const row = await database.asMember(upload, (tx) => findUpload(tx, upload))
      return row.state === 'open' ? listParts(parts, row) : []
    },
    complete: (upload, given) => complete(parts, upload, given),
    abort: (upload) => abort(parts, upload),
    finish: (upload) => finish(parts, upload),
  }
}

function addressOf({ bucket }: S3Parts, row: UploadRow) {
  return { Bucket: bucket.name, Key: objectName(row), UploadId: row.externalId ?? '' }
}

async function begin(
  parts: S3UploadParts,
  { organizationId, path, size, partSize }: NewUpload,
): Promise<UploadReference> {
  const { database, bucket, pause } = parts
  const upload = { organizationId, uploadId: newId() }
  const Key = objectName({ organizationId, path })
  const row = { id: upload.uploadId, organizationId, path, size, partSize: partSize ?? chunkSizeFor(size) }
  await database.asSystem((tx) => reserveUpload(tx, { ...row, freeBytes: null }))
  await pause('begin: reserved')
  try {
    const { UploadId } = await bucket.client.send(
      new CreateMultipartUploadCommand({ Bucket: bucket.name, Key }),
    )
    if (UploadId === undefined) throw new Error('The bucket gave the upload no id')
    await database.asMember(upload, (tx) => nameUpload(tx, upload, UploadId))
  } catch (error) {
    await database.asMember(upload, (tx) => closeUpload(tx, upload, 'aborted'))
    throw error
  }
  await pause('begin: made')
  return upload
}

/** By hand: the client's own pages go by the next marker, which some services send after the last page too. */
async function listParts(parts: S3Parts, row: UploadRow): Promise<StoredPart[]> {
  const stored: StoredPart[] = []
  let more = true
  while (more) {
    const after = stored.at(-1)?.partNumber ?? 0
    const page = await parts.bucket.client.send(
      new ListPartsCommand({ ...addressOf(parts, row), PartNumberMarker: String(after) }),
    )
    for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? []) {
      stored.push({ partNumber: PartNumber, etag: bareEtag(ETag), size: Size })
    }
    more = page.IsTruncated === true && (stored.at(-1)?.partNumber ?? 0) > after
  }
  return stored
}

async function complete(
  parts: S3UploadParts,
  upload: UploadReference,
  given: readonly CompletedPart[],
): Promise<CompletedUpload> {
  const { database, pause } = parts
  const found = await database.asMember(upload, (tx) => findUpload(tx, upload))
  if (found.state === 'open') compareParts(found, given, await listOrNone(parts, found))
  const row = await database.asMember(upload, async (tx) => {
    const locked = await lockUpload(tx, upload)
    if (locked.state === 'aborted') throw new ApiError('upload_closed')
    if (locked.state === 'open') await closeUpload(tx, upload, 'completing')
    return locked
  })
  if (row.state === 'complete') return completedOf(row)
  await pause('complete: closed')
  return finish(parts, row, given)
}

/** Someone else may have ended the upload a moment ago; what is said of it under the lock counts. */
async function listOrNone(parts: S3Parts, row: UploadRow): Promise<StoredPart[]> {
  try {
    return await listParts(parts, row)
  } catch (error) {
    if (isUploadGone(error)) return []
    throw error
  }
}

async function finish(
  parts: S3UploadParts,
  row: UploadRow,
  given?: readonly CompletedPart[],
): Promise<CompletedUpload> {
  const { database, pause } = parts
  const upload = { organizationId: row.organizationId, uploadId: row.id }
  try {
    await assemble(parts, row, given)
  } catch (error) {
    if (!isS3Error(error, 'InvalidPart', 'InvalidPartOrder', 'EntityTooSmall')) throw error
    // A part was sent again since it was looked at.
    await database.asMember(upload, (tx) => reopenUpload(tx, upload))
    throw new ApiError('parts_mismatch', { cause: error })
  }
  await pause('complete: moved')
  await database.asMember(upload, (tx) => finishUpload(tx, row))
  await pause('complete: recorded')
  return completedOf(row)
}

async function assemble(parts: S3Parts, row: UploadRow, given?: readonly CompletedPart[]): Promise<void> {
  const { bucket } = parts
  try {
    const named = (given ?? (await listParts(parts, row))).toSorted((a, b) => a.partNumber - b.partNumber)
    const Parts = named.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: bareEtag(etag) }))
    await bucket.client.send(
      new CompleteMultipartUploadCommand({ ...addressOf(parts, row), MultipartUpload: { Parts } }),
    )
  } catch (error) {
    // Assembled before, by someone who died or who is just faster.
    if (!isUploadGone(error)) throw error
  }
  // What the answer says of the object differs from service to service.
  const found = await statObject(bucket, row)
  if (found?.size === row.size) return
  const upload = { organizationId: row.organizationId, uploadId: row.id }
  const { state } = await parts.database.asMember(upload, (tx) => findUpload(tx, upload))
  if (state !== 'complete')
    throw new Error(`Upload ${row.id} is not the object it should be: ${found?.size} bytes`)
}

function completedOf({ organizationId, path, size }: UploadRow): CompletedUpload {
  return { organizationId, path, size, hash: null }
}

async function abort(parts: S3UploadParts, upload: UploadReference): Promise<'aborted' | 'complete'> {
  const { database, bucket, pause } = parts
  const row = await database.asMember(upload, (tx) => closeIfOpen(tx, upload))
  if (row.state === 'completing') await finish(parts, row)
  if (row.state === 'completing' || row.state === 'complete') return 'complete'
  await pause('abort: closed')
  if (row.externalId !== null) {
    await bucket.client.send(new AbortMultipartUploadCommand(addressOf(parts, row))).catch((error) => {
      if (!isUploadGone(error)) throw error
    })
  }
  await pause('abort: removed')
  return 'aborted'
}
