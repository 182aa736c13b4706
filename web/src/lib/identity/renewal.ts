import { IdentityError, identityErrorFrom } from './identity-error.ts'
import type { Provider } from './provider.ts'
import { refreshTokens } from './refresh.ts'
import { isUsable, type TokenStore, type Tokens } from './tokens.ts'

/** What is used of `navigator.locks`. */
export interface Locks {
  request<Result>(name: string, act: () => Promise<Result>): Promise<Result>
}

const lockName = 'cresyl-renew'

/**
 * Tokens from the store if they are good, else from the refresh token. Refresh tokens rotate and one that is
 * used twice ends the session, so the tabs take turns, and whoever waited looks first at what the one before got.
 */
export async function renewTokens(
  provider: Provider,
  store: TokenStore,
  locks: Locks,
  refused?: string,
): Promise<Tokens> {
  return locks.request(lockName, async () => {
    const stored = await store.read()
    if (stored?.accessToken !== refused && isUsable(stored, provider.now())) return stored
    if (!stored) throw new IdentityError('missing_refresh_token')
    const renewed = await refreshTokens(provider, stored).catch((error) => {
      throw identityErrorFrom(error)
    })
    // Someone may have signed out, or in as another, while the provider was asked: that must stand.
    const current = await store.read()
    if (current?.refreshToken === stored.refreshToken) {
      await store.write(renewed)
      return renewed
    }
    if (isUsable(current, provider.now())) return current
    throw new IdentityError('login_required')
  })
}
