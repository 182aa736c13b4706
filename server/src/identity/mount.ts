import { ApiError } from '@cresyl/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import type { Engine, RequestIds } from './engine.ts'
import { show } from './interactions/forms.ts'
import { sentencePage } from './pages/error-page.ts'
import { pageHeaders } from './pages/page.ts'
import type { RateLimit } from './rate-limit.ts'

export interface EndpointLimits {
  /** Tokens asked for from one address. */
  token: RateLimit
  /** Sign-ins begun from one address: each is remembered until the person has come back. */
  auth: RateLimit
}

/** Hands everything below the issuer's path to the provider, which reads and answers it by itself. */
export function mountProvider(
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
