import type { IncomingMessage } from 'node:http'
import { identityLimits } from '@cresyl/contract/api/limits'
import { type Configuration, errors, interactionPolicy } from 'oidc-provider'
import type { Context } from '../platform/context.ts'
import { createAccountFinder, MemberAccount, PersonAccount } from './account.ts'
import { createAdapter } from './adapter.ts'
import { accessTokenClaims, claimsByScope } from './claims.ts'
import { demoParameter, requestedDemoUser } from './demo-sign-in.ts'
import { enterOrganization, organizationParameter, selectOrganizationPrompt } from './enter-organization.ts'
import { grantedScope } from './grants.ts'
import type { SigningKeys } from './keys.ts'
import { errorPage } from './pages/error-page.ts'
import { sendPage } from './pages/page.ts'
import { confirmSignOutPage } from './pages/sign-out-page.ts'

const { accessTokenSeconds, sessionSeconds } = identityLimits

/** What the login page waits for. */
export const interactionSeconds = 60 * 60

/** The provider as we run it: one public client, authorisation code with PKCE, and nothing else. */
export function createConfiguration(
  context: Context,
  keys: SigningKeys,
  requestIds: WeakMap<IncomingMessage, string>,
): Configuration {
  const { config, secrets, clock } = context
  const { audience } = config.identity
  const mountPath = new URL(config.identity.issuer).pathname
  const cookie = { path: mountPath, sameSite: 'lax', httpOnly: true, signed: true } as const
  const secondsSince = (time: number) => Math.floor(clock.now().getTime() / 1000) - time

  /** Signing in lasts a day, whatever is renewed in between. */
  const restOfSession = (signedInAt: number | undefined) =>
    Math.max(1, sessionSeconds - (signedInAt === undefined ? 0 : secondsSince(signedInAt)))

  return {
    adapter: createAdapter(context),
    jwks: { keys },
    clients: [webClient(context)],
    responseTypes: ['code'],
    scopes: grantedScope.split(' '),
    claims: claimsByScope,
    conformIdTokenClaims: false,
    extraParams: [demoParameter, organizationParameter],
    pkce: { required: () => true },
    clientAuthMethods: ['none'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    clientBasedCORS: (_ctx, origin) => origin === config.origin,
    cookies: {
      keys: [secrets.cookieKey],
      names: {
        session: 'cresyl_session',
        interaction: 'cresyl_interaction',
        resume: 'cresyl_interaction_resume',
      },
      long: cookie,
      // The provider gives these two the path of their page.
      short: { sameSite: 'lax', httpOnly: true, signed: true },
    },
    findAccount: createAccountFinder(context),
    // An organisation is entered, and its grant made, when it is clear who asks: that is the policy's last step.
    loadExistingGrant: () => undefined,
    extraTokenClaims: ({ oidc }, token) =>
      oidc.account instanceof MemberAccount && 'sessionUid' in token
        ? accessTokenClaims(oidc.account.member, token.sessionUid)
        : undefined,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    expiresWithSession: () => true,
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: 60 * 60,
      Interaction: interactionSeconds,
      Grant: sessionSeconds,
      RefreshToken: ({ oidc }, token) =>
        Math.max(1, oidc.entities.RotatedRefreshToken?.remainingTTL ?? restOfSession(token.authTime)),
      Session: (_ctx, session) => restOfSession(session.loginTs),
    },
    interactions: {
      policy: createPolicy(context, requestIds),
      url: (_ctx, { uid }) => `${mountPath}/interaction/${uid}`,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== audience) throw new errors.InvalidTarget()
          return {
            audience,
            scope: '',
            accessTokenTTL: accessTokenSeconds,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          }
        },
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => sendPage(ctx, confirmSignOutPage(config, form)),
        postLogoutSuccessSource: (ctx) => ctx.redirect(`${config.origin}/login`),
      },
    },
    renderError: (ctx, out) => sendPage(ctx, errorPage(config, out)),
  }
}

function webClient({ config }: Context) {
  return {
    client_id: config.identity.clientId,
    client_name: 'Cresyl',
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // The page of form_post needs a script, which our policy forbids.
    response_modes: ['query'],
    redirect_uris: [`${config.origin}/`, `${config.origin}/silent.html`],
    post_logout_redirect_uris: [`${config.origin}/login`],
    id_token_signed_response_alg: 'RS256',
    scope: grantedScope,
  } as const
}

const { base, Check, Prompt } = interactionPolicy

/**
 * When people have to sign in, and when to say in which organisation. Our own client needs no consent. The
 * prompts are gone through in order, so an organisation is entered only by who need not sign in any more.
 */
function createPolicy(
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
