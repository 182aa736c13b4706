import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { expect } from 'vitest'
import { newId } from '../platform/id.ts'
import { openBucket } from '../platform/storage/s3/bucket.ts'
import type { S3Server } from '../platform/storage/test-support/test-s3-server.ts'
import { isReady, makeProductPlace, type Product, type ProductPlace, startProduct } from '../test-product.ts'

/** The whole product, with everything that it stores in a bucket of its own. */
export async function startBucketProduct(
  server: S3Server,
  environment: Record<string, string> = {},
): Promise<{ place: ProductPlace; product: Product }> {
  const { endpoint, accessKeyId, secretAccessKey } = server
  const bucket = `test-${newId()}`
  const credentials = { accessKeyId, secretAccessKey }
  const { client } = openBucket({ endpoint, bucket, region: 'us-east-1', credentials })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  const place = await makeProductPlace({
    CRESYL_STORAGE: 's3',
    CRESYL_DEMO: 'true',
    CRESYL_DECODE_PROCESSES: '2',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...environment,
  })
  const product = await startProduct(place)
  expect(isReady(product), JSON.stringify(product.messages)).toBe(true)
  return { place, product }
}
