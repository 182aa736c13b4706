import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { ApiError } from '@cresyl/contract/errors'
import { errorCode } from '../../file-error.ts'

const outageStatuses = new Set([429, 500, 502, 503, 504])
const outageCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])

/** A service that is away, or has too much to do, even after all attempts: the request may be sent again later. */
export function tellOutages({ middlewareStack }: S3Client): void {
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
  const detail = 'The storage cannot answer just now. Nothing was lost: please try again shortly.'
  return new ApiError('unavailable', { detail, cause })
}
