import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Context } from '../../platform/context.ts'
import { createRateLimit } from '../rate-limit.ts'
import { acceptForms } from './forms.ts'
import { registerInteraction } from './interaction.ts'
import { registerInvitation } from './invitation.ts'
import { registerPasswordReset } from './password-reset.ts'

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
