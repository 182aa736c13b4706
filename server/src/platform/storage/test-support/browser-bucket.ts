import { CreateBucketCommand, ListMultipartUploadsCommand, PutBucketCorsCommand } from '@aws-sdk/client-s3'
import { newId } from '../../id.ts'
import { openBucket } from '../s3/bucket.ts'
import type { S3Server } from './test-s3-server.ts'

/** A bucket that pages of one origin may send to, as an operator would set it up. */
export interface BrowserBucket {
  /** For the product. */
  settings: Record<string, string>
  /** The keys of uploads that were begun there and neither completed nor given up. */
  unfinishedUploads(): Promise<string[]>
  close(): void
}

/** At an endpoint that stands for the server's own, or there. */
export async function makeBrowserBucket(
  { endpoint, ...credentials }: S3Server,
  { origin, endpoint: shown = endpoint }: { origin: string; endpoint?: string },
): Promise<BrowserBucket> {
  const region = 'us-east-1'
  const { client, name: Bucket } = openBucket({ endpoint, bucket: `test-${newId()}`, region, credentials })
  await client.send(new CreateBucketCommand({ Bucket }))
  const rule = { AllowedMethods: ['PUT', 'GET'], AllowedHeaders: ['*'], ExposeHeaders: ['ETag'] }
  const CORSConfiguration = { CORSRules: [{ ...rule, AllowedOrigins: [origin] }] }
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }))
  return {
    settings: {
      CRESYL_STORAGE: 's3',
      S3_ENDPOINT: shown,
      S3_BUCKET: Bucket,
      S3_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    unfinishedUploads: async () => {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
      return Uploads.map(({ Key = '' }) => Key)
    },
    close: () => client.destroy(),
  }
}
