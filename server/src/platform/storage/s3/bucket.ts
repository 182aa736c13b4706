import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { ApiError } from '@cresyl/contract/api/errors'
import { errorCode } from '../../file-error.ts'

export interface Bucket {
  client: S3Client
  name: string
}

export interface BucketOptions {
  /** Of another service than Amazon's. */
  endpoint: string | undefined
  bucket: string
  region: string
  /** Absent: the usual AWS variables, files and roles. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

/** Services answer 503 for a while now and then; the client waits longer from time to time. */
const attempts = 6

export function openBucket({ endpoint, bucket, region, credentials }: BucketOptions): Bucket {
  const client = new S3Client({
    region,
    maxAttempts: attempts,
    // Other services than Amazon's refuse the checksums that newer clients add by themselves.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials }),
  })
  tellOutages(client)
  return { client, name: bucket }
}

/** Whether the service refused with one of these errors. HEAD has no body, so its errors have names of their own. */
export function isS3Error(error: unknown, ...names: string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name)
}

export function isMissing(error: unknown): boolean {
  return isS3Error(error, 'NoSuchKey', 'NotFound')
}

/** Services differ in what they call an upload that has ended. */
export function isUploadGone(error: unknown): boolean {
  return isS3Error(error, 'NoSuchUpload', 'NoSuchKey')
}

const outageStatuses = new Set([429, 500, 502, 503, 504])
const outageCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])

/** A service that is away, or has too much to do, even after all attempts: the request may be sent again later. */
function tellOutages({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request)
      } catch (error) {
        throw isOutage(error) ? unavailable(error) : error
      }
    },
    { step: 'initialize', name: 'tellOutages', priority: 'high' },
  )
}

function isOutage(error: unknown): boolean {
  if (error instanceof S3ServiceException) return outageStatuses.has(error.$metadata.httpStatusCode ?? 0)
  return outageCodes.has(errorCode(error) ?? '') || (error instanceof Error && error.name === 'TimeoutError')
}

function unavailable(cause: unknown): ApiError {
  const detail = 'The storage is not available at the moment. Nothing was lost: please try again shortly.'
  return new ApiError('unavailable', { detail, cause })
}
