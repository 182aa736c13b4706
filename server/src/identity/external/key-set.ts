import { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import type { Log } from '../../platform/log.ts'
import { fetchBounded, patienceMilliseconds } from './fetch-bounded.ts'
import { providerAway } from './provider-away.ts'

/** Tokens with keys that nobody has heard of make us ask once in this time, however many there are. */
const cooldownMilliseconds = 30_000
const pauseAfterFailure = 5000

/** The provider's keys. While it is down the ones known already are used. */
export function createKeySet(jwksUri: string, log: Log): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(jwksUri), {
    timeoutDuration: patienceMilliseconds,
    cooldownDuration: cooldownMilliseconds,
    [customFetch]: createPausingFetch(log),
  })
  return async (header, token) => {
    try {
      return await remote(header, token)
    } catch (failure) {
      if (isAboutToken(failure)) throw failure
      const keys = remote.jwks()
      if (keys === undefined) throw providerAway(failure)
      return createLocalJWKSet(keys)(header, token).catch((error) => {
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
