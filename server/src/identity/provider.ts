import { ApiError } from '@cresyl/contract/api/errors'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import { repeat } from '../platform/repeat.ts'
import type { AccessTokens } from './access-tokens.ts'
import { removeExpiredRecords } from './adapter.ts'
import { createEngine, type Engine, type RequestIds } from './engine.ts'
import { show } from './interactions/forms.ts'
import { registerPages } from './interactions/register.ts'
import { loadSigningKeys, rotateKeys, type SigningKeys } from './keys.ts'
import { removeOldPlaces } from './known-devices.ts'
import { sentencePage } from './pages/error-page.ts'
import { pageHeaders } from './pages/page.ts'
import { requireActiveMember } from './queries.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'
import { removeOldSignIns } from './sign-ins.ts'

export interface IdentityProvider extends Pick<AccessTokens, 'verify'> {
  issuer: string
  /** Serves everything under /oidc: register it without a prefix. */
  plugin: FastifyPluginAsync
  /** A token like the ones that people get by signing in. */
  mintAccessToken(userId: string, organizationId: string): Promise<string>
  /** Rotates the keys if it is time, and works with those of the database from then on. Done by itself every minute. */
  refreshKeys(): Promise<void>
  close(): Promise<void>
}

const requestsPerMinute = 300
const minute = 60_000

export async function createIdentityProvider(context: Context): Promise<IdentityProvider> {
  const { config, clock, database, log } = context
  const requestIds: RequestIds = new WeakMap()
  let engine = createEngine(context, await loadSigningKeys(context), requestIds)

  const refreshKeys = async () => {
    const keys = await rotateKeys(context)
    if (areSame(keys, engine.keys)) return
    engine = createEngine(context, keys, requestIds)
    log.info({ signer: keys[0].kid, published: keys.length }, 'The signing keys changed')
  }
  const cleaning = repeat(log, 'Removing old sign-ins', 10 * minute, async () => {
    await removeExpiredRecords(context)
    await removeOldSignIns(context)
    await removeOldPlaces(context)
  })
  const rotation = repeat(log, 'Rotating the signing keys', minute, refreshKeys)

  return {
    issuer: config.identity.issuer,
    verify: (token) => engine.tokens.verify(token),
    mintAccessToken: async (userId, organizationId) =>
      engine.tokens.mint(await database.asSystem((tx) => requireActiveMember(tx, userId, organizationId))),
    plugin: async (app) => {
      await app.register(async (pages) => registerPages(pages, context, () => engine.provider))
      await app.register(async (endpoints) => {
        const limit = () => createRateLimit({ limit: requestsPerMinute }, clock)
        mountProvider(endpoints, context, () => engine, { token: limit(), auth: limit() }, requestIds)
      })
    },
    refreshKeys,
    close: async () => {
      await Promise.all([cleaning.stop(), rotation.stop()])
    },
  }
}

/** In this order: the first one signs. */
function areSame(some: SigningKeys, others: SigningKeys): boolean {
  return some.length === others.length && some.every(({ kid }, index) => kid === others[index]?.kid)
}

interface EndpointLimits {
  /** Tokens asked for from one address. */
  token: RateLimit
  /** Sign-ins begun from one address: each is remembered until the person has come back. */
  auth: RateLimit
}

/** Hands everything below the issuer's path to the provider, which reads and answers it by itself. */
function mountProvider(
  app: FastifyInstance,
  { config }: Context,
  engine: () => Engine,
  limits: EndpointLimits,
  requestIds: RequestIds,
): void {
  const mountPath = new URL(config.identity.issuer).pathname
  const { protocol, host } = new URL(config.origin)
  // The provider builds addresses from what the request says about itself: it must say what we are configured to be.
  const ownAddress = { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.all(`${mountPath}/*`, async (request, reply) => {
    const { raw, url } = request
    if (/%00/.test(url)) return refuseAddress(reply)
    const limit = limitOf(url.slice(mountPath.length), limits)
    if (limit && !limit.allow(request.ip)) return refuseForNow(request, reply, config)
    requestIds.set(raw, request.id)
    Object.assign(raw.headers, ownAddress)
    Object.assign(raw, { originalUrl: url, url: url.slice(mountPath.length) })
    reply.hijack()
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...pageHeaders(config) })) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    await engine().handle(raw, reply.raw)
    return reply
  })
}

/** The provider's router takes capitals and a slash at the end too. */
function limitOf(address: string, { token, auth }: EndpointLimits): RateLimit | undefined {
  if (/^\/token\/?(\?|$)/i.test(address)) return token
  return /^\/auth\/?(\?|$)/i.test(address) ? auth : undefined
}

/** No parameter has a use for U+0000, and PostgreSQL can't store it. */
function refuseAddress(reply: FastifyReply): FastifyReply {
  return answer(reply, new ApiError('invalid_input'), 'invalid_request')
}

function refuseForNow({ headers }: FastifyRequest, reply: FastifyReply, config: Config): FastifyReply {
  const error = new ApiError('rate_limited')
  reply.header('Retry-After', '60')
  const isPage = headers.accept?.includes('text/html')
  return isPage
    ? show(reply, error.status, sentencePage(config, error.message))
    : answer(reply, error, 'temporarily_unavailable')
}

/** In our words and in those that OAuth clients look for. */
function answer(reply: FastifyReply, error: ApiError, oauthError: string): FastifyReply {
  return reply
    .code(error.status)
    .header('Cache-Control', 'no-store')
    .send({ ...error.toBody(), error: oauthError, error_description: error.message })
}
