import { ApiError } from '@cresyl/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import type { Context } from '../platform/context.ts'
import { demoParameter, requestedDemoUser } from './demo-sign-in.ts'
import { errorPage, outdatedSentence, sentencePage } from './pages/error-page.ts'
import { loginPage, refusedSentence } from './pages/login-page.ts'
import type { Page } from './pages/page.ts'
import type { ActiveMember } from './queries.ts'
import type { RateLimit } from './rate-limit.ts'
import { isSameOriginPost } from './same-origin.ts'
import { signInAsDemoUser, signInWithPassword } from './sign-in.ts'
import { endSessionOfOther } from './sign-out.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

const formLimit = 8192

/** The login page. Works without scripts; what it decides, the provider takes from there. */
export function registerInteractions(
  app: FastifyInstance,
  context: Context,
  provider: Provider,
  signInLimit: RateLimit,
): void {
  const { config } = context
  const path = `${new URL(config.identity.issuer).pathname}/interaction/:uid`

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  )
  app.setErrorHandler((error, request, reply) => showFailure(error, context, request, reply))

  app.get(path, async (request, reply) => {
    const interaction = await readInteraction(provider, request, reply)
    const demoUser = requestedDemoUser(config, request.raw, interaction.params[demoParameter])
    const member = demoUser && (await signInAsDemoUser(context, demoUser, request.id))
    if (member) return finish(context, provider, interaction, member, request, reply)
    const hint = interaction.params.login_hint
    return show(
      reply,
      200,
      loginPage(config, addressOf(request), typeof hint === 'string' ? { email: hint.slice(0, 320) } : {}),
    )
  })

  app.post(path, async (request, reply) => {
    if (!isSameOriginPost(request.headers, config.origin)) {
      throw new ApiError('forbidden', {
        detail: 'This form was not sent from the sign-in page. Go back to Cresyl and sign in again.',
      })
    }
    if (!signInLimit.allow(request.ip)) throw new ApiError('rate_limited')
    const interaction = await readInteraction(provider, request, reply)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const email = form.get('email') ?? ''
    const password = form.get('password') ?? ''
    const isComplete = email.trim() !== '' && password !== ''
    const member = isComplete
      ? await signInWithPassword(context, { email, password, requestId: request.id })
      : undefined
    if (member) return finish(context, provider, interaction, member, request, reply)
    const error = isComplete ? refusedSentence : 'Enter your e-mail address and your password.'
    return show(reply, 400, loginPage(config, addressOf(request), { email: email.slice(0, 320), error }))
  })
}

function addressOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}

async function readInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction> {
  const interaction = await provider.interactionDetails(request.raw, reply.raw)
  const { uid } = request.params as { uid: string }
  if (interaction.uid !== uid) throw new errors.SessionNotFound('interaction session not found')
  return interaction
}

async function finish(
  context: Context,
  provider: Provider,
  interaction: Interaction,
  { userId }: ActiveMember,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const returnTo = await provider.interactionResult(request.raw, reply.raw, { login: { accountId: userId } })
  const { session } = interaction
  // The provider would sign the other person out by a page with a script; we have none.
  if (session !== undefined && session.accountId !== userId) {
    await endSessionOfOther(context, provider, session.uid, request.id)
  }
  return reply.header('Cache-Control', 'no-store').redirect(returnTo, 303)
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
      sentencePage(config, 'The form was not understood. Go back to Cresyl and sign in again.'),
    )
  }
  request.log.error({ err: error }, 'The sign-in page failed')
  return show(reply, 500, errorPage(config, { error: 'server_error' }))
}

function show(reply: FastifyReply, status: number, { body, headers }: Page): FastifyReply {
  return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(body)
}
