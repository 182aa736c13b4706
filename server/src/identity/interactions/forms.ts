import { ApiError } from '@cresyl/contract/api/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import type { Context } from '../../platform/context.ts'
import { errorPage, outdatedSentence, sentencePage } from '../pages/error-page.ts'
import type { Page } from '../pages/page.ts'
import type { RateLimit } from '../rate-limit.ts'
import { isSameOriginPost } from '../same-origin.ts'

const formLimit = 8192

/** Pages with forms and without scripts: what they are sent, and what becomes of failures. */
export function acceptForms(app: FastifyInstance, context: Context): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  )
  app.setErrorHandler((error, request, reply) => showFailure(error, context, request, reply))
}

/** The fields of a form that one of our own pages sent, from an address that has not sent too many. */
export function readForm(request: FastifyRequest, { config }: Context, limit: RateLimit): URLSearchParams {
  if (!isSameOriginPost(request.headers, config.origin)) {
    throw new ApiError('forbidden', {
      detail: 'This form was not sent from a page of Cresyl. Go back to it and try again.',
    })
  }
  requireWithin(limit, request)
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
}

export function requireWithin(limit: RateLimit, request: FastifyRequest): void {
  if (!limit.allow(request.ip)) throw new ApiError('rate_limited')
}

export function addressOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}

export function show(reply: FastifyReply, status: number, { body, headers }: Page): FastifyReply {
  return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(body)
}

export function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('Cache-Control', 'no-store').redirect(address, 303)
}

function showFailure(
  error: unknown,
  { config }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof errors.SessionNotFound) return show(reply, 400, sentencePage(config, outdatedSentence))
  if (error instanceof ApiError) {
    if (error.code === 'rate_limited') reply.header('Retry-After', '60')
    return show(reply, error.status, sentencePage(config, error.message))
  }
  const status = (error as { statusCode?: unknown }).statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return show(
      reply,
      status,
      sentencePage(config, 'The form could not be read. Go back to Cresyl and try again.'),
    )
  }
  request.log.error({ err: error }, 'A page of the identity provider failed')
  return show(reply, 500, errorPage(config, { error: 'server_error' }))
}
