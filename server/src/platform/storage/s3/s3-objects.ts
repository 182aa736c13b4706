import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { ApiError } from '@cresyl/contract/api/errors'
import type { Database } from '../../db/database.ts'
import { isId, newId } from '../../id.ts'
import { folderName, isCounted, objectName } from '../object-key.ts'
import { announceObject, announceRemoval, confirmObject, removeObjectRow } from '../object-queries.ts'
import type {
  ByteRange,
  ObjectContent,
  ObjectKey,
  ObjectStat,
  Pause,
  PutOptions,
  Storage,
} from '../storage.ts'
import { requireQuota } from '../upload-queries.ts'
import { type Bucket, isMissing, isS3Error } from './bucket.ts'
import { sendStream } from './send-stream.ts'

export interface S3Parts {
  database: Database
  bucket: Bucket
  pause: Pause
}

export function createS3Objects(
  parts: S3Parts,
): Pick<Storage, 'put' | 'putFile' | 'get' | 'stat' | 'list' | 'organizations' | 'delete'> {
  const { bucket, database, pause } = parts
  return {
    put: (key, body, options) => putObject(parts, key, body, options),
    putFile: async (key, path, signal) => {
      const { size } = await stat(path)
      return putObject(parts, key, createReadStream(path, { signal, highWaterMark: 1024 * 1024 }), { size })
    },
    get: (key, range) => getObject(bucket, key, range),
    stat: (key) => statObject(bucket, key),
    list: (organizationId, folder) => listObjects(bucket, organizationId, folder),
    organizations: () => listOrganizations(bucket),
    delete: async (key) => {
      const Key = objectName(key)
      await database.asMember(key, (tx) => announceRemoval(tx, key, newId()))
      await pause('delete: announced')
      await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key }))
      await pause('delete: removed')
      await database.asMember(key, (tx) => removeObjectRow(tx, key))
      await pause('delete: recorded')
    },
  }
}

export async function statObject({ client, name }: Bucket, key: ObjectKey): Promise<ObjectStat | null> {
  try {
    const found = await client.send(new HeadObjectCommand({ Bucket: name, Key: objectName(key) }))
    return { ...key, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function putObject(
  { database, bucket, pause }: S3Parts,
  key: ObjectKey,
  body: AsyncIterable<Uint8Array>,
  { size = 0 }: PutOptions = {},
): Promise<ObjectStat> {
  const name = objectName(key)
  const writing = newId()
  await database.asMember(key, async (tx) => {
    if (isCounted(key)) await requireQuota(tx, key.organizationId, size)
    await announceObject(tx, key, writing, size)
  })
  await pause('put: announced')
  // Where this fails, the object may be there all the same: it stays announced, and the janitor looks.
  const sent = await sendStream(bucket, name, body)
  await pause('put: moved')
  await database.asMember(key, (tx) => confirmObject(tx, key, writing, sent))
  await pause('put: recorded')
  return { ...key, size: sent.size, modifiedAt: new Date() }
}

async function getObject(
  { client, name }: Bucket,
  key: ObjectKey,
  range?: ByteRange,
): Promise<ObjectContent> {
  const Range = range && rangeHeader(range)
  try {
    const found = await client.send(
      new GetObjectCommand({ Bucket: name, Key: objectName(key), ...(Range !== undefined && { Range }) }),
    )
    return contentOf(found, range)
  } catch (error) {
    if (isMissing(error)) throw new ApiError('not_found')
    if (isS3Error(error, 'InvalidRange')) throw new ApiError('range_not_satisfiable')
    throw error
  }
}

function rangeHeader({ offset, length }: ByteRange): string {
  return `bytes=${offset}-${length === undefined ? '' : offset + length - 1}`
}

function contentOf(
  { Body, ContentLength = 0, ContentRange }: GetObjectCommandOutput,
  range?: ByteRange,
): ObjectContent {
  const size = Number(ContentRange?.split('/')[1] ?? ContentLength)
  const body = Body instanceof Readable ? Body : Readable.from([])
  return { size, offset: range?.offset ?? 0, length: ContentLength, body }
}

async function* listObjects(
  { client, name }: Bucket,
  organizationId: string,
  folder: string,
): AsyncIterable<ObjectStat> {
  const Prefix = `${folderName(organizationId, folder)}/`
  for await (const page of paginateListObjectsV2({ client }, { Bucket: name, Prefix })) {
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      yield {
        organizationId,
        path: Key.slice(organizationId.length + 1),
        size: Size,
        modifiedAt: LastModified,
      }
    }
  }
}

async function* listOrganizations({ client, name }: Bucket): AsyncIterable<string> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: name, Delimiter: '/' })) {
    for (const { Prefix = '' } of page.CommonPrefixes ?? []) {
      if (isId(Prefix.slice(0, -1))) yield Prefix.slice(0, -1)
    }
  }
}
