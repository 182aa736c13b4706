import { ApiError } from '@cresyl/contract/api/errors'
import { apiTokenLimits } from '@cresyl/contract/api/limits'

/** The token of an Authorization header. */
export function bearerToken(authorization = ''): string {
  const [scheme, token, ...rest] = authorization.split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw new ApiError('unauthenticated')
  return token
}

/**
 * Browsers fetch pictures without a header of ours: on the streamed routes alone the access token may be in the
 * address, which is taken out of it wherever it is written down.
 */
export function pictureToken(authorization: string | undefined, fromQuery: unknown): string {
  if (authorization !== undefined) return bearerToken(authorization)
  if (typeof fromQuery !== 'string' || fromQuery === '') throw new ApiError('unauthenticated')
  // An access token is good for minutes, one of a program for months: too long for an address.
  if (fromQuery.startsWith(apiTokenLimits.prefix)) {
    throw new ApiError('unauthenticated', {
      detail: 'API tokens are taken from the Authorization header only, never from the address.',
    })
  }
  return fromQuery
}
