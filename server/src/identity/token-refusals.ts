import { ApiError } from '@cresyl/contract/api/errors'
import { errors } from 'jose'

export function tokenRefusal(reason: string, cause?: unknown): ApiError {
  return new ApiError('unauthenticated', {
    detail: `The access token is not accepted. ${reason} Please sign in again.`,
    cause,
  })
}

/** What is wrong with the token, as its bearer may know it. */
export function explain(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'It has expired.'
  if (error instanceof errors.JWTClaimValidationFailed) return explainClaim(error)
  if (
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWSSignatureVerificationFailed
  ) {
    return 'It was not signed by this service.'
  }
  return 'It is malformed.'
}

function explainClaim({ claim, reason }: errors.JWTClaimValidationFailed): string {
  switch (claim) {
    case 'iss':
    case 'aud':
      return 'It was issued for another service.'
    case 'nbf':
      return 'It is not valid yet.'
    case 'typ':
      return 'It is not an access token.'
    default:
      return reason === 'missing' ? `It lacks the claim ${claim}.` : `Its claim ${claim} is not valid.`
  }
}
