import type { IncomingMessage } from 'node:http'
import { interactionPolicy } from 'oidc-provider'
import type { Context } from '../platform/context.ts'
import { PersonAccount } from './account.ts'
import { demoParameter, requestedDemoUser } from './demo-sign-in.ts'
import { enterOrganization, selectOrganizationPrompt } from './enter-organization.ts'

const { base, Check, Prompt } = interactionPolicy

/**
 * When people have to sign in, and when to say in which organisation. Our own client needs no consent. The
 * prompts are gone through in order, so an organisation is entered only by who need not sign in any more.
 */
export function createPolicy(
  context: Context,
  requestIds: WeakMap<IncomingMessage, string>,
): interactionPolicy.DefaultPolicy {
  const policy = base()
  policy.remove('consent')
  const checks = policy.get('login')?.checks
  checks?.add(
    new Check(
      'account_gone',
      'the person of the session is not a member any more',
      'login_required',
      ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
    ),
  )
  checks?.add(
    new Check('other_demo_user', 'another demo user was asked for', 'login_required', ({ oidc, req }) => {
      const email = requestedDemoUser(context.config, req, oidc.params?.[demoParameter])
      if (email === undefined || oidc.result?.login !== undefined) return false
      return oidc.account instanceof PersonAccount && oidc.account.email !== email
    }),
  )
  policy.add(
    new Prompt(
      { name: selectOrganizationPrompt },
      new Check(
        'organization_open',
        'an organisation has to be chosen',
        'interaction_required',
        async (ctx) => (await enterOrganization(context, ctx, requestIds)) === 'ask',
      ),
    ),
  )
  return policy
}
