import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { rememberDevice } from '../known-devices.ts'
import { closedResetPage, passwordResetPage, passwordSetPage } from '../pages/password-reset-page.ts'
import { type FoundReset, findPasswordReset, resetPassword } from '../reset-password.ts'
import { addressOf, readForm, requireWithin, show } from './forms.ts'
import { faultOfNewPassword, type PageLimits, tokenOf } from './links.ts'

/** Where someone sets a new password with a link that an administrator made. */
export function registerPasswordReset(app: FastifyInstance, context: Context, limits: PageLimits): void {
  const { config } = context
  const path = `${new URL(config.identity.issuer).pathname}/password-reset/:token`

  app.get(path, async (request, reply) => {
    requireWithin(limits.links, request)
    return showReset(context, await lookUp(context, request), request, reply)
  })

  app.post(path, async (request, reply) => {
    const form = readForm(request, context, limits.forms)
    const found = await lookUp(context, request)
    if (found.state !== 'open') return showReset(context, found, request, reply)
    const error = faultOfNewPassword(form)
    if (error !== undefined) {
      return show(reply, 400, passwordResetPage(config, addressOf(request), found.reset, error))
    }
    const isSet = await resetPassword(context, found.reset, form.get('password') ?? '', request.id)
    if (!isSet) return showReset(context, await lookUp(context, request), request, reply)
    await rememberDevice(context, request, reply, found.reset.userId)
    return show(reply, 200, passwordSetPage(config))
  })
}

function lookUp({ database, clock }: Context, request: FastifyRequest): Promise<FoundReset> {
  return database.asSystem((tx) => findPasswordReset(tx, tokenOf(request), clock.now()))
}

function showReset(
  { config }: Context,
  { state, reset }: FoundReset,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (state === 'open') return show(reply, 200, passwordResetPage(config, addressOf(request), reset))
  return show(reply, state === 'unknown' ? 404 : 410, closedResetPage(config, state))
}
