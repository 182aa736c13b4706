import {
  AbortMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { cleanRecords } from '../clean-records.ts'
import { attachment } from '../content-disposition.ts'
import { objectName } from '../object-key.ts'
import type { Pause, Storage } from '../storage.ts'
import { selectLiveExternalIds } from '../upload-queries.ts'
import { type Bucket, type BucketOptions, isUploadGone, openBucket } from './bucket.ts'
import { findCorsFault, requireBucket } from './check-bucket.ts'
import { createObjectAddresses, type FindAddresses } from './object-addresses.ts'
import { createS3Objects } from './s3-objects.ts'
import { createS3Uploads } from './s3-uploads.ts'

/** Storage in a bucket; browsers send and fetch straight there. */
export interface S3Storage extends Storage {
  readonly kind: 's3'
  /** Refuses a bucket that can't be used; returns what it lacks for browsers. */
  check(origin: string): Promise<string | null>
  /** For processes of ours that read by ranges, for hours. */
  addresses: FindAddresses
}

/** To begin in: nobody asks us again who may have it, and what has begun goes on to its end. */
const downloadSeconds = 5 * 60

export interface S3Options extends BucketOptions {
  database: Database
  clock: Clock
  /** For tests: stops or dies between two steps. */
  pause?: Pause
}

export function openS3Storage(options: S3Options): S3Storage {
  const { database, clock, pause = () => {} } = options
  const bucket = openBucket(options)
  const parts = { database, bucket, pause, clock }
  const objects = createS3Objects(parts)
  const uploads = createS3Uploads(parts)
  return {
    kind: 's3',
    ...objects,
    uploads,
    downloadUrl: (key, { fileName, mediaType = 'application/octet-stream' }) => {
      const asked = {
        Bucket: bucket.name,
        Key: objectName(key),
        ResponseContentDisposition: attachment(fileName),
        ResponseContentType: mediaType,
        ResponseCacheControl: 'private, no-store',
      }
      return getSignedUrl(bucket.client, new GetObjectCommand(asked), {
        expiresIn: downloadSeconds,
        signingDate: clock.now(),
      })
    },
    addresses: createObjectAddresses(parts),
    clean: async () => {
      const { abort, finish } = uploads
      const cleaned = await cleanRecords(database, { ...objects, abort, finish })
      const removed = await cleanBucket(database, bucket, clock.now())
      return { ...cleaned, removed: cleaned.removed + removed }
    },
    check: async (origin) => {
      await requireBucket(bucket)
      return findCorsFault(bucket, origin)
    },
    close: async () => bucket.client.destroy(),
  }
}

const staleMilliseconds = 24 * 3_600_000
/** Keys of ours start with the id of an organisation. */
const ownKey = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\//

/** Ends uploads that the bucket knows and we don't: a crash came before their id was written down. */
async function cleanBucket(database: Database, { client, name }: Bucket, now: Date): Promise<number> {
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
