import type { AppConfig } from '@cresyl/contract/app-config'
import type { KeyValueStore } from '../storage/key-value-store.ts'
import type { TextStorage } from '../storage/text-storage.ts'
import { type AuthorizationWish, createAuthorizationRequest } from './authorization-request.ts'
import { authorizationResponseIn, exchangeCode, requireOwnTransaction } from './authorization-response.ts'
import type { AuthorizationWay } from './authorization-ways.ts'
import { endSessionUrl } from './end-session.ts'
import { IdentityError, identityErrorFrom } from './identity-error.ts'
import type { Persistence } from './persistent-fetch.ts'
import { createProvider } from './provider.ts'
import { type Locks, renewTokens } from './renewal.ts'
import { safeReturnTo } from './return-to.ts'
import { type SignedOutMark, signedOutMark } from './signed-out-mark.ts'
import { createTokenStore, type TokenStore, type Tokens } from './tokens.ts'
import { dropTransaction, readTransaction, type Transaction } from './transaction.ts'

export interface IdentityClientSettings {
  identity: AppConfig['identity']
  origin: string
  fetch: typeof fetch
  now(): number
  localStorage: TextStorage
  sessionStorage: TextStorage
  store: KeyValueStore
  locks: Locks
  way: AuthorizationWay
  persistence?: Persistence
}

/** What came of the provider's answer found in the address. */
export type Arrival =
  | { tokens: Tokens; returnTo: string; silent: boolean }
  /** `asked`: the answer belongs to a request of this tab; others are not to be believed. */
  | { error: IdentityError; returnTo: string; silent: boolean; asked: boolean }

export interface IdentityClient {
  tokens: TokenStore
  signedOut: SignedOutMark
  /** Null if the address holds no answer. */
  arrive(address: string): Promise<Arrival | null>
  authorize(wish: AuthorizationWish): Promise<void>
  /** Good tokens other than the refused one, stored for all tabs; throws an IdentityError. */
  renew(refused?: string): Promise<Tokens>
  /** Whether the provider answers just now. */
  isReachable(): Promise<boolean>
  endSessionUrl(idToken: string | undefined): Promise<string | null>
}

export function createIdentityClient(settings: IdentityClientSettings): IdentityClient {
  const { origin, sessionStorage, locks, way } = settings
  const provider = createProvider(settings)
  const tokens = createTokenStore(settings.localStorage, settings.store)
  const signedOut = signedOutMark(settings.store)
  const renewals = new Map<string | undefined, Promise<Tokens>>()

  async function take(answer: URLSearchParams, transaction: Transaction): Promise<Tokens> {
    dropTransaction(sessionStorage)
    const taken = await exchangeCode(provider, origin, answer, transaction)
    // Someone signed out while the provider was asked without a word: that must stand.
    if (transaction.silent && (await signedOut.isSet())) throw new IdentityError('login_required')
    // Before the tokens wake the other tabs.
    if (!transaction.silent) await signedOut.remove()
    await tokens.write(taken)
    return taken
  }

  return {
    tokens,
    signedOut,
    async arrive(address) {
      const answer = authorizationResponseIn(address, origin)
      if (!answer) return null
      let asked: Transaction | undefined
      try {
        asked = requireOwnTransaction(answer, readTransaction(sessionStorage))
        const taken = await take(answer, asked)
        return { tokens: taken, returnTo: safeReturnTo(asked.returnTo, origin), silent: asked.silent }
      } catch (error) {
        return {
          error: identityErrorFrom(error),
          returnTo: safeReturnTo(asked?.returnTo, origin),
          silent: asked?.silent ?? false,
          asked: asked !== undefined,
        }
      }
    },
    async authorize(wish) {
      // Every way there is so far leaves the page; the answer is met by `arrive` when the app starts again.
      await way(await createAuthorizationRequest(provider, origin, wish))
    },
    renew(refused) {
      const running = renewals.get(refused)
      if (running) return running
      const renewal = renewTokens(provider, tokens, locks, refused).finally(() => renewals.delete(refused))
      renewals.set(refused, renewal)
      return renewal
    },
    isReachable: provider.isReachable,
    endSessionUrl: (idToken) => endSessionUrl(provider, origin, idToken),
  }
}
