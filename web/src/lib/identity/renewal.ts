import * as oauth from 'oauth4webapi'
import { endsSession, IdentityError, identityErrorFrom } from './identity-error.ts'
import type { Provider } from './provider.ts'
import { readTokens } from './token-response.ts'
import { isUsable, type StoredTokens, type TokenStore, type Tokens } from './tokens.ts'

/** What is used of `navigator.locks`. */
export interface Locks {
  request<Result>(name: string, act: () => Promise<Result>): Promise<Result>
}

const lockName = 'cresyl-renew'

export interface Renewal {
  provider: Provider
  store: TokenStore
  locks: Locks
  /** Asks the provider without a word; null if it must not be asked. */
  askSilently(before: StoredTokens | null): Promise<Tokens | null>
}

/**
 * Tokens from the store if they are good, else from the refresh token, else from asking silently. Refresh tokens
 * rotate and one that is used twice ends the session, so the tabs take turns, and whoever waited looks first at
 * what the one before got.
 */
export async function renewTokens(renewal: Renewal, refused?: string): Promise<Tokens> {
  const { provider, store, locks } = renewal
  return locks.request(lockName, async () => {
    const stored = await store.read()
    if (stored?.accessToken !== refused && isUsable(stored, provider.now())) return stored
    const renewed = await obtainTokens(renewal, stored)
    // Someone may have signed out, or in as another, while the provider was asked: that must stand.
    const current = await store.read()
    if (current?.idToken === stored?.idToken) {
      await store.write(renewed)
      return renewed
    }
    if (isUsable(current, provider.now())) return current
    throw new IdentityError('login_required')
  })
}

async function obtainTokens(
  { provider, askSilently }: Renewal,
  stored: StoredTokens | null,
): Promise<Tokens> {
  try {
    if (!stored) throw new IdentityError('login_required')
    return await refreshTokens(provider, stored)
  } catch (cause) {
    const error = identityErrorFrom(cause)
    if (!endsSession(error)) throw error
    const asked = await askSilently(stored)
    if (!asked) throw error
    return asked
  }
}

async function refreshTokens(provider: Provider, tokens: StoredTokens): Promise<Tokens> {
  if (!tokens.refreshToken) throw new IdentityError('missing_refresh_token')
  const metadata = await provider.metadata()
  const client = provider.client()
  const response = await oauth.refreshTokenGrantRequest(metadata, client, oauth.None(), tokens.refreshToken, {
    ...provider.options,
    additionalParameters: provider.audience,
  })
  const answer = await oauth.processRefreshTokenResponse(metadata, client, response)
  return readTokens(provider, response, answer, { person: tokens.claims }, tokens)
}
