import type { IncomingMessage } from 'node:http'
import { ApiError } from '@cresyl/contract/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Config } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import { sentencePage } from './pages/error-page.ts'
import { pageHeaders, sendPage } from './pages/page.ts'
import type { RateLimit } from './rate-limit.ts'

/** Hands everything below the issuer's path to the provider, which reads and answers it by itself. */
export function mountProvider(
  app: FastifyInstance,
  { config }: Context,
  provider: Provider,
  tokenLimit: RateLimit,
  requestIds: WeakMap<IncomingMessage, string>,
): void {
  const mountPath = new URL(config.identity.issuer).pathname
  const { protocol, host } = new URL(config.origin)
  provider.use(answerUnknown(config))
  const handle = provider.callback()
  // The provider builds addresses from what the request says about itself: it must say what we are configured to be.
  provider.proxy = true
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
    await handle(raw, reply.raw)
    return reply
  })
}

function answerUnknown(config: Config): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    await next()
    if (ctx.status !== 404 || ctx.body) return
    const error = new ApiError('unknown_route')
    if (ctx.accepts('json', 'html') === 'html') sendPage(ctx, sentencePage(config, error.message))
    else ctx.body = error.toBody()
    ctx.status = error.status
  }
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
