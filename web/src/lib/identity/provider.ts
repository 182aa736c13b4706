import { identityLimits } from '@cresyl/contract/api/limits'
import type { AppConfig } from '@cresyl/contract/people/app-config'
import * as oauth from 'oauth4webapi'
import { type Persistence, persistence, persistentFetch } from './persistent-fetch.ts'

/** Milliseconds in which a provider that can be reached says something. */
const answersWithin = 3000

export interface ProviderSettings {
  identity: AppConfig['identity']
  fetch: typeof fetch
  now(): number
  persistence?: Persistence
}

/** The identity provider as this client talks to it. */
export interface Provider {
  identity: AppConfig['identity']
  /** How the provider is told which API the access token is for. */
  audience: Record<string, string>
  /** Fetched once; a failure is not remembered. */
  metadata(): Promise<oauth.AuthorizationServer>
  /** Asked anew and only briefly: someone waits to leave. */
  isReachable(): Promise<boolean>
  /** Made for each use: it carries how far this clock is from the machine's. */
  client(): oauth.Client
  options: RequestOptions
  now(): number
}

interface RequestOptions {
  [oauth.customFetch]: ReturnType<typeof persistentFetch>
  [oauth.allowInsecureRequests]: boolean
}

export function createProvider(settings: ProviderSettings): Provider {
  const { identity, now } = settings
  const issuer = new URL(identity.issuer)
  const options: RequestOptions = {
    [oauth.customFetch]: persistentFetch(settings.fetch, settings.persistence ?? persistence),
    [oauth.allowInsecureRequests]: isLoopback(issuer),
  }
  let known: Promise<oauth.AuthorizationServer> | undefined

  async function discover(): Promise<oauth.AuthorizationServer> {
    const response = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oidc' })
    return oauth.processDiscoveryResponse(issuer, response)
  }

  return {
    identity,
    audience:
      identity.audience_parameter === 'none' ? {} : { [identity.audience_parameter]: identity.audience },
    metadata() {
      known ??= discover().catch((error) => {
        known = undefined
        throw error
      })
      return known
    },
    async isReachable() {
      try {
        const response = await oauth.discoveryRequest(issuer, {
          ...options,
          [oauth.customFetch]: (url, { headers }) =>
            settings.fetch(url, { headers, cache: 'no-store', signal: AbortSignal.timeout(answersWithin) }),
          algorithm: 'oidc',
        })
        return response.ok
      } catch {
        return false
      }
    },
    client: () => ({
      client_id: identity.client_id,
      id_token_signed_response_alg: 'RS256',
      [oauth.clockTolerance]: identityLimits.clockLeewaySeconds,
      [oauth.clockSkew]: Math.round((now() - Date.now()) / 1000),
    }),
    options,
    now,
  }
}

/** Only there may tokens travel without encryption: they never leave the machine. */
export function isLoopback(issuer: URL): boolean {
  return issuer.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(issuer.hostname)
}
