import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { cleanRecords } from '../clean-records.ts'
import { attachment } from '../content-disposition.ts'
import { objectName } from '../object-key.ts'
import type { Pause, Storage } from '../storage.ts'
import { type BucketOptions, openBucket } from './bucket.ts'
import { findCorsFault, requireBucket } from './check-bucket.ts'
import { cleanBucket } from './clean-bucket.ts'
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
