import type { FastifyReply } from 'fastify'
import type { Provider } from 'oidc-provider'
import { demoParameter, requestedDemoUser } from '../demo-sign-in.ts'
import { placeOf, rememberDevice } from '../known-devices.ts'
import { disabledSentence, loginPage, refusedSentence } from '../pages/login-page.ts'
import { notAMember, type SignedIn, signInAsDemoUser, signInWithPassword } from '../sign-in.ts'
import { endSessionOfOther } from '../sign-out.ts'
import { addressOf, redirect, show } from './forms.ts'
import type { Turn } from './turn.ts'

const longestEmail = 320

export async function offerLogin(turn: Turn): Promise<FastifyReply> {
  const { context, interaction, request, reply } = turn
  const { config } = context
  const demoUser = requestedDemoUser(config, request.raw, interaction.params[demoParameter])
  const signedIn = demoUser && (await signInAsDemoUser(context, demoUser, request.id))
  if (signedIn) return finish(turn, signedIn)
  const hint = interaction.params.login_hint
  const suggestion = typeof hint === 'string' ? { email: hint.slice(0, longestEmail) } : {}
  return show(reply, 200, loginPage(config, addressOf(request), suggestion))
}

export async function logIn(turn: Turn, form: URLSearchParams): Promise<FastifyReply> {
  const { context, request, reply } = turn
  const email = form.get('email') ?? ''
  const password = form.get('password') ?? ''
  const isComplete = email.trim() !== '' && password !== ''
  const signedIn = isComplete
    ? await signInWithPassword(context, { email, password, from: placeOf(request), requestId: request.id })
    : undefined
  if (signedIn && signedIn !== notAMember) return finish(turn, signedIn)
  const refused = signedIn === notAMember ? disabledSentence : refusedSentence
  const error = isComplete ? refused : 'Enter your e-mail address and your password.'
  const state = { email: email.slice(0, longestEmail), error }
  return show(reply, 400, loginPage(context.config, addressOf(request), state))
}

async function finish(turn: Turn, { userId, method }: SignedIn): Promise<FastifyReply> {
  const { context, provider, interaction, request, reply } = turn
  const login = { accountId: userId, method }
  if (method === 'password') await rememberDevice(context, request, reply, userId)
  const returnTo = await provider.interactionResult(request.raw, reply.raw, { login })
  const { session } = interaction
  // The provider would sign the other person out by a page with a script; we have none.
  if (session !== undefined && session.accountId !== userId) {
    await endSessionOfOther(context, provider, session.uid, request.id)
    await releaseFromSession(provider, interaction.uid)
  }
  return redirect(reply, returnTo)
}

/** The page may be asked for twice: the second time, the session is no longer the one of the other person. */
async function releaseFromSession(provider: Provider, uid: string): Promise<void> {
  const interaction = await provider.Interaction.find(uid)
  if (interaction === undefined) return
  delete interaction.session
  await interaction.persist()
}
