import { interactionPolicy } from 'oidc-provider'
import type { Config } from '../platform/config/config.ts'
import { MemberAccount } from './claims.ts'
import { demoParameter, requestedDemoUser } from './demo-sign-in.ts'

const { base, Check } = interactionPolicy

/** When people have to sign in. Our own client needs no consent, so signing in is the only prompt. */
export function createPolicy(config: Config): interactionPolicy.DefaultPolicy {
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
      const email = requestedDemoUser(config, req, oidc.params?.[demoParameter])
      if (email === undefined || oidc.result?.login !== undefined) return false
      return oidc.account instanceof MemberAccount && oidc.account.member.email !== email
    }),
  )
  return policy
}
