import { name as nameField } from '@cresyl/contract/api/fields'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { joinWithAccount, joinWithNewAccount } from '../accept-invitation.ts'
import { type FoundInvitation, findInvitation, type Invitation } from '../invitations.ts'
import { placeOf, rememberDevice } from '../known-devices.ts'
import {
  accountField,
  closedInvitationPage,
  invitationPage,
  joinedPage,
  ownAccount,
} from '../pages/invitation-page.ts'
import { disabledSentence, refusedAccountSentence, refusedPasswordSentence } from '../pages/login-page.ts'
import { addressOf, readForm, requireWithin, show } from './forms.ts'
import { faultOfNewPassword, type PageLimits, tokenOf } from './links.ts'

/** Where someone who was invited joins: with a new account, or with the one they have. */
export function registerInvitation(app: FastifyInstance, context: Context, limits: PageLimits): void {
  const path = `${new URL(context.config.identity.issuer).pathname}/invitation/:token`

  app.get(path, async (request, reply) => {
    requireWithin(limits.links, request)
    return showInvitation(context, await lookUp(context, request), request, reply)
  })

  app.post(path, async (request, reply) => {
    const form = readForm(request, context, limits.forms)
    const found = await lookUp(context, request)
    if (found.state !== 'open') return showInvitation(context, found, request, reply)
    const { invitation } = found
    const outcome = await accept(context, invitation, form, request)
    if (outcome === 'gone') return showInvitation(context, await lookUp(context, request), request, reply)
    if ('userId' in outcome) {
      await rememberDevice(context, request, reply, outcome.userId)
      return show(reply, 200, joinedPage(context.config, invitation))
    }
    const name = form.get('name')?.slice(0, 255)
    const state = { error: outcome.error, isOwn: meansOwn(form), ...(name !== undefined && { name }) }
    return show(reply, 400, invitationPage(context.config, addressOf(request), invitation, state))
  })
}

/** Which of the two forms of the page was sent. */
function meansOwn(form: URLSearchParams): boolean {
  return form.get(accountField) === ownAccount
}

async function accept(
  context: Context,
  invitation: Invitation,
  form: URLSearchParams,
  request: FastifyRequest,
): Promise<{ userId: string } | 'gone' | { error: string }> {
  const typed = { password: form.get('password') ?? '', from: placeOf(request), requestId: request.id }
  if (invitation.account !== null || meansOwn(form)) {
    if (typed.password === '') return { error: 'Enter your password.' }
    return explain(await joinWithAccount(context, invitation, typed), invitation)
  }
  const name = nameField.safeParse(form.get('name') ?? '')
  if (!name.success) return { error: `Enter your name. ${name.error.issues[0]?.message ?? ''}.` }
  const fault = faultOfNewPassword(form)
  if (fault !== undefined) return { error: fault }
  return explain(await joinWithNewAccount(context, invitation, { ...typed, name: name.data }), invitation)
}

function explain<T>(outcome: T | 'refused' | 'disabled', { account }: Invitation): T | { error: string } {
  if (outcome === 'disabled') return { error: disabledSentence }
  if (outcome !== 'refused') return outcome
  return { error: account === null ? refusedAccountSentence : refusedPasswordSentence }
}

function lookUp({ database, clock }: Context, request: FastifyRequest): Promise<FoundInvitation> {
  return database.asSystem((tx) => findInvitation(tx, tokenOf(request), clock.now()))
}

function showInvitation(
  { config }: Context,
  { state, invitation }: FoundInvitation,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (state === 'open') return show(reply, 200, invitationPage(config, addressOf(request), invitation, {}))
  return show(reply, state === 'unknown' ? 404 : 410, closedInvitationPage(config, state))
}
