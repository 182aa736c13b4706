import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
} from '@aws-sdk/client-s3'
import type { Database } from '../../db/database.ts'
import { selectLiveExternalIds } from '../upload-queries.ts'
import { type Bucket, isUploadGone } from './bucket.ts'

const staleMilliseconds = 24 * 3_600_000
/** Keys of ours start with the id of an organisation. */
const ownKey = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\//

/** Ends uploads that the bucket knows and we don't: a crash came before their id was written down. */
export async function cleanBucket(database: Database, { client, name }: Bucket, now: Date): Promise<number> {
  const live = await database.asSystem(selectLiveExternalIds)
  let removed = 0
  for await (const { Key = '', UploadId = '', Initiated = now } of listUploads({ client, name })) {
    const stale = now.getTime() - Initiated.getTime() > staleMilliseconds
    if (!stale || live.has(UploadId) || !ownKey.test(Key)) continue
    await client.send(new AbortMultipartUploadCommand({ Bucket: name, Key, UploadId })).catch((error) => {
      if (!isUploadGone(error)) throw error
    })
    removed += 1
  }
  return removed
}

async function* listUploads({ client, name }: Bucket): AsyncIterable<MultipartUpload> {
  let next: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
  while (next !== undefined) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket: name, ...next }),
    )
    yield* page.Uploads ?? []
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page
    next =
      IsTruncated && NextKeyMarker
        ? { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }) }
        : undefined
  }
}
