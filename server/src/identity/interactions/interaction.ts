import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Context } from '../../platform/context.ts'
import { selectOrganizationPrompt } from '../enter-organization.ts'
import type { RateLimit } from '../rate-limit.ts'
import { readForm } from './forms.ts'
import { logIn, offerLogin } from './login.ts'
import { offerOrganizations, selectOrganization } from './select-organization.ts'
import { beginTurn, type Turn } from './turn.ts'

/** Where the provider sends people who have to do something first; what they did, it takes from there. */
export function registerInteraction(
  app: FastifyInstance,
  context: Context,
  provider: () => Provider,
  signInLimit: RateLimit,
): void {
  const path = `${new URL(context.config.identity.issuer).pathname}/interaction/:uid`

  app.get(path, async (request, reply) => {
    const turn = await beginTurn(context, provider(), request, reply)
    return isSelection(turn) ? offerOrganizations(turn) : offerLogin(turn)
  })

  app.post(path, async (request, reply) => {
    const form = readForm(request, context, signInLimit)
    const turn = await beginTurn(context, provider(), request, reply)
    return isSelection(turn) ? selectOrganization(turn, form) : logIn(turn, form)
  })
}

function isSelection({ interaction }: Turn): boolean {
  return interaction.prompt.name === selectOrganizationPrompt
}
