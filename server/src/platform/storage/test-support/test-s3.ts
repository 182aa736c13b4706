import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { openDatabase } from '../../db/database.ts'
import { newId } from '../../id.ts'
import { createMigratedDatabase } from '../../postgres/test-database.ts'
import { type BucketOptions, openBucket } from '../s3/bucket.ts'
import { openS3Storage, type S3Storage } from '../s3/s3-storage.ts'
import { newHooks, type StorageHarness } from './harness.ts'
import type { CrashPlace } from './test-crash-child.ts'
import { addTestOrganization } from './test-organization.ts'
import type { S3Server } from './test-s3-server.ts'

export interface TestS3 extends StorageHarness {
  storage: S3Storage
  options: BucketOptions
  place: CrashPlace
}

/** The S3 driver on a real database and a bucket of its own. */
export async function openTestS3({ endpoint, ...credentials }: S3Server): Promise<TestS3> {
  const options: BucketOptions = { endpoint, bucket: `test-${newId()}`, region: 'us-east-1', credentials }
  const { client } = openBucket(options)
  await client.send(new CreateBucketCommand({ Bucket: options.bucket }))
  client.destroy()
  const testDatabase = await createMigratedDatabase()
  const database = openDatabase({ url: testDatabase.url })
  const hooks = newHooks()
  const storage = openS3Storage({
    ...options,
    database,
    clock: { now: () => hooks.now() },
    pause: (point) => hooks.pause(point),
  })
  return {
    storage,
    options,
    place: { kind: 's3', bucket: options },
    database,
    databaseUrl: testDatabase.url,
    hooks,
    organizationId: await addTestOrganization(database),
    otherOrganizationId: await addTestOrganization(database),
    close: async () => {
      await storage.close()
      await database.close()
      await testDatabase.drop()
    },
  }
}
