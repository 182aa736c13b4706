import * as oauth from 'oauth4webapi'
import { IdentityError } from './identity-error.ts'
import type { Provider } from './provider.ts'
import type { Transaction } from './transaction.ts'

/** What is asked of the provider, apart from how the answer comes back. */
export interface AuthorizationWish
  extends Pick<Transaction, 'returnTo' | 'silent' | 'loginHint' | 'organization' | 'person' | 'switchFrom'> {
  idTokenHint?: string
  /** Further parameters of the provider. */
  extra?: Record<string, string>
}

export interface AuthorizationRequest {
  url: URL
  transaction: Transaction
}

/** `redirectUri`: the provider must have exactly this one registered. */
export async function createAuthorizationRequest(
  provider: Provider,
  redirectUri: string,
  wish: AuthorizationWish,
): Promise<AuthorizationRequest> {
  const { authorization_endpoint } = await provider.metadata()
  if (!authorization_endpoint) {
    throw new IdentityError('login_failed', { detail: 'the provider names no authorization endpoint.' })
  }
  const { idTokenHint, extra, ...remembered } = wish
  const transaction: Transaction = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    codeVerifier: oauth.generateRandomCodeVerifier(),
    redirectUri,
    ...remembered,
  }
  const parameters = {
    client_id: provider.identity.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: provider.identity.scope,
    state: transaction.state,
    nonce: transaction.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(transaction.codeVerifier),
    code_challenge_method: 'S256',
    ...provider.audience,
    ...(wish.silent && { prompt: 'none' }),
    ...(idTokenHint && { id_token_hint: idTokenHint }),
    ...(wish.loginHint && { login_hint: wish.loginHint }),
    ...(wish.organization && organizationParameter(provider, wish.organization)),
    ...extra,
  }
  const url = new URL(authorization_endpoint)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url, transaction }
}

function organizationParameter({ identity }: Provider, organization: string): Record<string, string> {
  if (identity.organization_parameter !== null) return { [identity.organization_parameter]: organization }
  throw new IdentityError('login_failed', {
    detail:
      'this sign-in service cannot switch organisation. Sign out, then sign in with your account of the other organisation.',
  })
}
