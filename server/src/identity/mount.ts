import { ApiError } from '@cresyl/contract/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../platform/context.ts'
import type { Engine, RequestIds } from './engine.ts'
import { pageHeaders } from './pages/page.ts'
import type { RateLimit } from './rate-limit.ts'

/** Hands everything below the issuer's path to the provider, which reads and answers it by itself. */
export function mountProvider(
  app: FastifyInstance,
  { config }: Context,
  engine: () => Engine,
  tokenLimit: RateLimit,
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
    if (request.method === 'POST' && url.startsWith(`${mountPath}/token`) && !tokenLimit.allow(request.ip)) {
      return refuseForNow(reply)
    }
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

/** No parameter has a use for U+0000, and PostgreSQL can't store it. */
function refuseAddress(reply: FastifyReply): FastifyReply {
  return answer(reply, new ApiError('invalid_input'), 'invalid_request')
}

function refuseForNow(reply: FastifyReply): FastifyReply {
  return answer(reply.header('Retry-After', '60'), new ApiError('rate_limited'), 'temporarily_unavailable')
}

/** In our words and in those that OAuth clients look for. */
function answer(reply: FastifyReply, error: ApiError, oauthError: string): FastifyReply {
  return reply
    .code(error.status)
    .header('Cache-Control', 'no-store')
    .send({ ...error.toBody(), error: oauthError, error_description: error.message })
}
