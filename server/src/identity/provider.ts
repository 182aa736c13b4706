import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import { type errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Context } from '../platform/context.ts'
import { repeat } from '../platform/repeat.ts'
import { type AccessTokens, createAccessTokens } from './access-tokens.ts'
import { removeExpiredRecords } from './adapter.ts'
import { createConfiguration } from './configuration.ts'
import { registerInteractions } from './interactions.ts'
import { loadSigningKeys } from './keys.ts'
import { mountProvider } from './mount.ts'
import { requireActiveMember } from './queries.ts'
import { createRateLimit } from './rate-limit.ts'
import { createSignOut } from './sign-out.ts'

export interface IdentityProvider extends Pick<AccessTokens, 'verify'> {
  issuer: string
  /** Serves everything under /oidc: register it without a prefix. */
  plugin: FastifyPluginAsync
  /** A token like the ones that people get by signing in. */
  mintAccessToken(userId: string, organizationId: string): Promise<string>
  close(): Promise<void>
}

const signInsPerMinute = 30
const tokensPerMinute = 300
const cleaningInterval = 10 * 60_000

export async function createIdentityProvider(context: Context): Promise<IdentityProvider> {
  const { config, clock, database, log } = context
  const keys = await loadSigningKeys(context)
  const tokens = createAccessTokens(context, keys)
  const provider = new Provider(config.identity.issuer, createConfiguration(context, keys))
  const requestIds = new WeakMap<IncomingMessage, string>()
  provider.use(createSignOut(context, provider, requestIds))
  reportFailures(context, provider, requestIds)

  const cleaning = repeat(log, 'Removing old sign-ins', cleaningInterval, () => removeExpiredRecords(context))

  return {
    issuer: config.identity.issuer,
    verify: tokens.verify,
    mintAccessToken: async (userId, organizationId) =>
      tokens.mint(await database.asSystem((tx) => requireActiveMember(tx, userId, organizationId))),
    plugin: async (app) => {
      await app.register(async (pages) => {
        registerInteractions(pages, context, provider, createRateLimit({ limit: signInsPerMinute }, clock))
      })
      await app.register(async (endpoints) => {
        const tokenLimit = createRateLimit({ limit: tokensPerMinute }, clock)
        mountProvider(endpoints, context, provider, tokenLimit, requestIds)
      })
    },
    close: () => cleaning.stop(),
  }
}

/** Failures of ours are errors; refusals of the provider are worth a line when someone looks for one. */
function reportFailures(
  { log }: Context,
  provider: Provider,
  requestIds: WeakMap<IncomingMessage, string>,
): void {
  provider.on('server_error', (ctx, err) => {
    log.error({ err, request: requestIds.get(ctx.req) }, 'The identity provider failed')
  })
  // Koa's own event, for what fails outside of every route; the provider's types don't list it.
  const events: EventEmitter = provider
  events.on('error', (err) => log.error({ err }, 'The identity provider failed'))
  const refused = (ctx: KoaContextWithOIDC, { error, error_description: description }: Refusal) =>
    log.info({ request: requestIds.get(ctx.req), error, description }, 'The identity provider refused')
  provider.on('authorization.error', refused)
  provider.on('grant.error', refused)
  provider.on('end_session.error', refused)
}

type Refusal = Pick<errors.OIDCProviderError, 'error' | 'error_description'>
