import { type CORSRule, GetBucketCorsCommand, HeadBucketCommand } from '@aws-sdk/client-s3'
import { StartError } from '../../start-error.ts'
import { type Bucket, isS3Error } from './bucket.ts'

/** Stops the start when the bucket can't be used at all. */
export async function requireBucket({ client, name }: Bucket): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: name }))
  } catch (error) {
    const reason = error instanceof Error ? `${error.name} ${error.message}`.trim() : String(error)
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
