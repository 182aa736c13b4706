import {
  type CORSRule,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  HeadBucketCommand,
} from '@aws-sdk/client-s3'
import { ApiError } from '@cresyl/contract/api/errors'
import { StartError } from '../../start-error.ts'
import { type Bucket, isS3Error } from './bucket.ts'

/** Stops the start when the bucket can't be used at all. */
export async function requireBucket({ client, name }: Bucket): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: name }))
  } catch (error) {
    const found = error instanceof ApiError ? error.cause : error
    const reason = found instanceof Error ? `${found.name} ${found.message}`.trim() : String(found)
    throw new StartError(
      `The bucket ${name} can't be used: ${reason}. Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the AWS variables.`,
      { cause: error },
    )
  }
}

/** What the bucket lacks for browsers to send parts to it, in a sentence; null where nothing is known to be wrong. */
export async function findCorsFault({ client, name }: Bucket, origin: string): Promise<string | null> {
  try {
    const { CORSRules = [] } = await client.send(new GetBucketCorsCommand({ Bucket: name }))
    if (CORSRules.some((rule) => isEnough(rule, origin))) return null
  } catch (error) {
    // Not everyone who may use a bucket may also read its rules.
    if (!isS3Error(error, 'NoSuchCORSConfiguration')) return null
  }
  return `Browsers can't upload to the bucket ${name}: add a CORS rule that allows PUT and GET from ${origin} with any header and exposes ETag.`
}

/** Whether what nobody completes would be kept, and paid for, for ever; null where nothing is known to be wrong. */
export async function findLifecycleFault({ client, name }: Bucket): Promise<string | null> {
  try {
    const asked = new GetBucketLifecycleConfigurationCommand({ Bucket: name })
    const { Rules = [] } = await client.send(asked)
    const ending = Rules.filter((rule) => rule.Status === 'Enabled' && rule.AbortIncompleteMultipartUpload)
    if (ending.length > 0) return null
  } catch (error) {
    if (!isS3Error(error, 'NoSuchLifecycleConfiguration')) return null
  }
  return `The bucket ${name} keeps parts of incomplete uploads: add a lifecycle rule that ends incomplete multipart uploads after 2 days.`
}

function isEnough(rule: CORSRule, origin: string): boolean {
  const { AllowedOrigins = [], AllowedMethods = [], ExposeHeaders = [] } = rule
  return (
    AllowedOrigins.some((allowed) => matches(allowed, origin)) &&
    ['PUT', 'GET'].every((method) => AllowedMethods.includes(method)) &&
    ExposeHeaders.some((header) => header.toLowerCase() === 'etag')
  )
}

/** A rule may have one asterisk. */
function matches(allowed: string, origin: string): boolean {
  const [start = '', end] = allowed.split('*')
  if (end === undefined) return allowed === origin
  return origin.startsWith(start) && origin.endsWith(end) && origin.length >= allowed.length - 1
}
