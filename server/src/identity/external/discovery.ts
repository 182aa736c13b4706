import { z } from 'zod'
import { isLoopback } from '../../platform/config/addresses.ts'
import type { Context } from '../../platform/context.ts'
import { fetchJson } from './fetch-bounded.ts'
import { providerAway } from './provider-away.ts'

export interface ProviderDescription {
  jwksUri: string
  userinfoEndpoint: string | undefined
  /** Where browsers must be able to reach it. */
  origins: readonly string[]
}

export interface Discovery {
  /** Throws `unavailable` while nothing is known and the provider does not answer. */
  describe(): Promise<ProviderDescription>
  /** What is known so far, without asking. */
  known(): ProviderDescription | undefined
}

const rememberedFor = 60 * 60_000
const pauseAfterFailure = 5000

/** What the provider says about itself: asked when first needed, and again every hour. */
export function createDiscovery({
  config,
  clock,
  log,
}: Pick<Context, 'config' | 'clock' | 'log'>): Discovery {
  const { issuer } = config.identity
  let known: ProviderDescription | undefined
  let nextReading = 0
  let reading: Promise<void> | undefined
  let failure: unknown

  const read = async () => {
    try {
      known = describe(await fetchJson(addressOf(issuer)), issuer)
      nextReading = clock.now().getTime() + rememberedFor
    } catch (error) {
      failure = error
      nextReading = clock.now().getTime() + pauseAfterFailure
      log.warn({ err: error, issuer }, 'The identity provider does not say where its keys are')
    } finally {
      reading = undefined
    }
  }

  return {
    known: () => known,
    describe: async () => {
      if (reading === undefined && clock.now().getTime() >= nextReading) reading = read()
      if (known === undefined) await reading
      if (known === undefined) throw providerAway(failure)
      return known
    },
  }
}

/** The issuer may end with a slash (Auth0's does), the path of its description begins with one. */
function addressOf(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

const endpoint = z.url({ protocol: /^https?$/ })

const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.optional(),
})

function describe(answer: unknown, issuer: string): ProviderDescription {
  const found = metadata.parse(answer)
  if (found.issuer !== issuer) {
    throw new Error(`OIDC_ISSUER is ${issuer}, but the provider there calls itself ${found.issuer}`)
  }
  const used = [issuer, found.authorization_endpoint, found.token_endpoint, found.jwks_uri]
  for (const address of [...used, found.userinfo_endpoint ?? issuer]) requireSafe(address, issuer)
  return {
    jwksUri: found.jwks_uri,
    userinfoEndpoint: found.userinfo_endpoint,
    origins: [...new Set(used.map((address) => new URL(address).origin))],
  }
}

/** Only a provider on this machine may do without TLS, and then only on this machine. */
function requireSafe(address: string, issuer: string): void {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:' || (issuer.startsWith('http:') && isLoopback(hostname))) return
  throw new Error(`The identity provider's address ${address} is not https`)
}
