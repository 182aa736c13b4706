import type { FastifyReply } from 'fastify'
import { errors } from 'oidc-provider'
import { selectOrganizationPrompt } from '../enter-organization.ts'
import { openOrganizations } from '../organization-choice.ts'
import { selectOrganizationPage } from '../pages/select-organization-page.ts'
import type { OrganizationOfPerson } from '../queries.ts'
import { addressOf, redirect, show } from './forms.ts'
import type { Turn } from './turn.ts'

export async function offerOrganizations(turn: Turn): Promise<FastifyReply> {
  const { context, request, reply } = turn
  const organizations = await readOrganizations(turn)
  return show(reply, 200, selectOrganizationPage(context.config, addressOf(request), { organizations }))
}

export async function selectOrganization(turn: Turn, form: URLSearchParams): Promise<FastifyReply> {
  const { context, provider, request, reply } = turn
  const organizations = await readOrganizations(turn)
  const wanted = form.get('organization')
  const organization = organizations.find(({ organizationId }) => organizationId === wanted)
  if (organization === undefined) {
    const error = 'This organisation is not open to you any more. Choose another one.'
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
