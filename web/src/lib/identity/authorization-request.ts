import * as oauth from 'oauth4webapi'
import { IdentityError } from './identity-error.ts'
import type { Provider } from './provider.ts'
import type { Transaction } from './transaction.ts'

const scope = 'openid profile email offline_access'

export interface AuthorizationWish {
  returnTo: string
  silent: boolean
  idTokenHint?: string
  /** Further parameters of the provider. */
  extra?: Record<string, string>
}

export interface AuthorizationRequest {
  url: URL
  transaction: Transaction
}

/** The provider must have exactly this one registered. */
export function redirectUri(origin: string): string {
  return `${origin}/`
}

export async function createAuthorizationRequest(
  provider: Provider,
  origin: string,
  wish: AuthorizationWish,
): Promise<AuthorizationRequest> {
  const { authorization_endpoint } = await provider.metadata()
  if (!authorization_endpoint) {
    throw new IdentityError('login_failed', { detail: 'the provider names no authorization endpoint.' })
  }
  const transaction: Transaction = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    codeVerifier: oauth.generateRandomCodeVerifier(),
    returnTo: wish.returnTo,
    silent: wish.silent,
  }
  const parameters = {
    client_id: provider.clientId,
    redirect_uri: redirectUri(origin),
    response_type: 'code',
    scope,
    state: transaction.state,
    nonce: transaction.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(transaction.codeVerifier),
    code_challenge_method: 'S256',
    ...provider.audience,
    ...(wish.silent && { prompt: 'none' }),
    ...(wish.idTokenHint && { id_token_hint: wish.idTokenHint }),
    ...wish.extra,
  }
  const url = new URL(authorization_endpoint)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url, transaction }
}
