import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type ExportedJWKSCache,
  errors,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  jwksCache,
} from 'jose'
import type { Log } from '../../platform/log.ts'
import { fetchBounded, patienceMilliseconds } from './fetch-bounded.ts'
import { providerAway } from './provider-away.ts'

/** Tokens with keys that nobody has heard of make us ask once in this time, however many there are. */
const cooldownMilliseconds = 30_000
const pauseAfterFailure = 5000

/** A provider that can't say for so long whether its keys are still good is not believed any more. */
const longestAge = 24 * 3_600_000

/** The provider's keys. While it is down the ones known already are used, for a day. */
export function createKeySet(jwksUri: string, log: Log): JWTVerifyGetKey {
  const known: Partial<ExportedJWKSCache> = {}
  const remote = createRemoteJWKSet(new URL(jwksUri), {
    // It is filled in place, whatever the type says.
    [jwksCache]: known as JWKSCacheInput,
    timeoutDuration: patienceMilliseconds,
    cooldownDuration: cooldownMilliseconds,
    [customFetch]: createPausingFetch(log),
  })
  return async (header, token) => {
    try {
      return await remote(header, token)
    } catch (failure) {
      if (isAboutToken(failure)) throw failure
      if (known.jwks === undefined || Date.now() - (known.uat ?? 0) > longestAge) throw providerAway(failure)
      return createLocalJWKSet(known.jwks)(header, token).catch((error) => {
        throw error instanceof errors.JWKSNoMatchingKey ? providerAway(failure) : error
      })
    }
  }
}

function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  )
}

/** The cooldown of the key set starts with a success only: failures need one of their own. */
function createPausingFetch(log: Log) {
  let failure: unknown
  let until = 0
  return async (url: string, options: { headers: Headers; signal: AbortSignal }): Promise<Response> => {
    if (Date.now() < until) throw failure
    try {
      return await fetchBounded(url, options)
    } catch (error) {
      failure = error
      until = Date.now() + pauseAfterFailure
      log.warn({ err: error }, "The identity provider's keys could not be read")
      throw error
    }
  }
}
