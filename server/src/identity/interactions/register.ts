import type { FastifyInstance, FastifyReply } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import type { Context } from '../../platform/context.ts'
import { selectOrganizationPrompt } from '../enter-organization.ts'
import {
  authorizationAddress,
  type FinishedInteraction,
  findFinishedInteraction,
} from '../finished-interactions.ts'
import { openOrganizations } from '../organization-choice.ts'
import { selectOrganizationPage } from '../pages/select-organization-page.ts'
import { findUserIds, type OrganizationOfPerson } from '../queries.ts'
import { createRateLimit, type RateLimit } from '../rate-limit.ts'
import { acceptForms, addressOf, readForm, redirect, show } from './forms.ts'
import { registerInvitation } from './invitation.ts'
import { logIn, offerLogin } from './login.ts'
import { registerPasswordReset } from './password-reset.ts'
import { beginTurn, type Turn, uidOf } from './turn.ts'

const formsPerMinute = 30
const linksPerMinute = 60

/** Every page of ours under the provider's path. */
export function registerPages(app: FastifyInstance, context: Context, provider: () => Provider): void {
  acceptForms(app, context)
  const limits = {
    forms: createRateLimit({ limit: formsPerMinute }, context.clock),
    links: createRateLimit({ limit: linksPerMinute }, context.clock),
  }
  registerInteraction(app, context, provider, limits.forms)
  registerInvitation(app, context, limits)
  registerPasswordReset(app, context, limits)
}

/** Where the provider sends people who have to do something first; what they did, it takes from there. */
function registerInteraction(
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

async function offerOrganizations(turn: Turn): Promise<FastifyReply> {
  const { context, request, reply } = turn
  const organizations = await readOrganizations(turn)
  return show(reply, 200, selectOrganizationPage(context.config, addressOf(request), { organizations }))
}

async function selectOrganization(turn: Turn, form: URLSearchParams): Promise<FastifyReply> {
  const { context, provider, request, reply } = turn
  const organizations = await readOrganizations(turn)
  const wanted = form.get('organization')
  const organization = organizations.find(({ organizationId }) => organizationId === wanted)
  if (organization === undefined) {
    const error = 'You no longer have access to this organisation. Choose another one.'
    const page = selectOrganizationPage(context.config, addressOf(request), { organizations, error })
    return show(reply, 400, page)
  }
  const { organizationId } = organization
  const returnTo = await provider.interactionResult(request.raw, reply.raw, {
    [selectOrganizationPrompt]: { organizationId },
  })
  return redirect(reply, returnTo)
}

/** Of the person who signed in, provided that nobody else has done so in this browser since. */
async function readOrganizations({ context, provider, interaction }: Turn): Promise<OrganizationOfPerson[]> {
  const { session } = interaction
  const userId = session?.accountId
  const current = session && (await provider.Session.findByUid(session.uid))
  if (userId === undefined || current?.accountId !== userId) {
    throw new errors.SessionNotFound('session principal changed')
  }
  return context.database.asSystem((tx) => openOrganizations(tx, userId))
}
