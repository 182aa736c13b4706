import { ApiError } from '@cresyl/contract/errors'

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
  return fromQuery
}
