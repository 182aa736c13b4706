import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Context } from '../../platform/context.ts'
import { selectOrganizationPrompt } from '../enter-organization.ts'
import {
  authorizationAddress,
  type FinishedInteraction,
  findFinishedInteraction,
} from '../finished-interactions.ts'
import { findUserIds } from '../queries.ts'
import type { RateLimit } from '../rate-limit.ts'
import { readForm, redirect } from './forms.ts'
import { logIn, offerLogin } from './login.ts'
import { offerOrganizations, selectOrganization } from './select-organization.ts'
import { beginTurn, type Turn, uidOf } from './turn.ts'

/** Where the provider sends people who have to do something first; what they did, it takes from there. */
export function registerInteraction(
  app: FastifyInstance,
  context: Context,
  provider: () => Provider,
  signInLimit: RateLimit,
): void {
  const { config } = context
  const path = `${new URL(config.identity.issuer).pathname}/interaction/:uid`

  app.get(path, async (request, reply) => {
    const finished = await findFinishedInteraction(context, uidOf(request))
    // By the back button after signing in: nothing went wrong, and the app knows where to go on.
    if (finished) return redirect(reply, `${config.origin}/login`)
    const turn = await beginTurn(context, provider(), request, reply)
    return isSelection(turn) ? offerOrganizations(turn) : offerLogin(turn)
  })

  app.post(path, async (request, reply) => {
    const form = readForm(request, context, signInLimit)
    const finished = await findFinishedInteraction(context, uidOf(request))
    if (finished && (await isSentTwice(context, finished, form))) {
      return redirect(reply, authorizationAddress(config, finished))
    }
    const turn = await beginTurn(context, provider(), request, reply)
    return isSelection(turn) ? selectOrganization(turn, form) : logIn(turn, form)
  })
}

function isSelection({ interaction }: Turn): boolean {
  return interaction.prompt.name === selectOrganizationPrompt
}

/** By a double click. Another person must not find themselves in the session of the first. */
async function isSentTwice(
  { database }: Context,
  { accountId }: FinishedInteraction,
  form: URLSearchParams,
): Promise<boolean> {
  const email = form.get('email')
  if (email === null) return true
  return accountId !== null && (await database.asSystem((tx) => findUserIds(tx, email))).includes(accountId)
}
