import { ApiError } from '@cresyl/contract/api/errors'

/** Not a refusal: nobody may be signed out because the provider is down. */
export function providerAway(cause?: unknown): ApiError {
  return new ApiError('unavailable', {
    detail:
      'Your sign-in cannot be checked at the moment, because the identity provider does not answer. Please try again shortly.',
    cause,
  })
}
