import type { AppConfig } from '@cresyl/contract/people/app-config'
import type { KeyValueStore } from '../storage/key-value-store.ts'
import type { TextStorage } from '../storage/text-storage.ts'
import { type AuthorizationWish, createAuthorizationRequest } from './authorization-request.ts'
import { authorizationResponseIn, exchangeCode, requireOwnTransaction } from './authorization-response.ts'
import { type AuthorizationWay, silentPage } from './authorization-ways.ts'
import { IdentityError, identityErrorFrom } from './identity-error.ts'
import type { Persistence } from './persistent-fetch.ts'
import { createProvider, type Provider } from './provider.ts'
import { type Locks, renewTokens } from './renewal.ts'
import { safeReturnTo } from './return-to.ts'
import { type SignedOutMark, signedOutMark } from './signed-out-mark.ts'
import { askHidden, silentWish } from './silent-asking.ts'
import { type SilentMark, silentMark } from './silent-mark.ts'
import { createTokenStore, type StoredTokens, type TokenStore, type Tokens } from './tokens.ts'
import { dropTransaction, keepTransaction, readTransaction, type Transaction } from './transaction.ts'

export interface IdentityClientSettings {
  identity: AppConfig['identity']
  origin: string
  fetch: typeof fetch
  now(): number
  localStorage: TextStorage
  sessionStorage: TextStorage
  store: KeyValueStore
  locks: Locks
  /** The way that nobody sees. */
  hidden: AuthorizationWay
  leaveFor(address: string): void
  persistence?: Persistence
}

/** What came of the provider's answer found in the address. */
export type Arrival =
  | { asked: Transaction; tokens: Tokens }
  /** `asked` is null if the answer belongs to no request of this tab: it is not to be believed. */
  | { asked: Transaction | null; error: IdentityError }

export interface IdentityClient {
  tokens: TokenStore
  signedOut: SignedOutMark
  silent: SilentMark
  /** What this tab left for and got no answer to so far. */
  unanswered(): Transaction | null
  forgetUnanswered(): void
  /** Null if the address holds no answer. */
  arrive(address: string): Promise<Arrival | null>
  /** Leaves the page for the provider; its answer is met by `arrive` when the app starts again. */
  leave(wish: AuthorizationWish): Promise<void>
  /** Tokens that came by the way, stored for all tabs; throws an IdentityError. */
  signIn(wish: AuthorizationWish, way: AuthorizationWay): Promise<Tokens>
  /** What is asked when nobody may notice, to come back to this address. */
  silentWish(returnTo: string, before: StoredTokens | null): AuthorizationWish
  /** Good tokens other than the refused one, stored for all tabs; throws an IdentityError. */
  renew(refused?: string): Promise<Tokens>
  /** Whether the provider answers just now. */
  isReachable(): Promise<boolean>
  endSessionUrl(idToken: string | undefined): Promise<string | null>
}

export function createIdentityClient(settings: IdentityClientSettings): IdentityClient {
  const { origin, sessionStorage, locks, hidden } = settings
  const provider = createProvider(settings)
  const forgetUnanswered = () => dropTransaction(sessionStorage)
  const tokens = createTokenStore(settings.localStorage, settings.store)
  const signedOut = signedOutMark(settings.store)
  const silent = silentMark(sessionStorage, settings.now)
  const renewals = new Map<string | undefined, Promise<Tokens>>()

  const withSafeReturn = (asked: Transaction): Transaction => ({
    ...asked,
    returnTo: safeReturnTo(asked.returnTo, origin),
  })

  async function exchange(answer: URLSearchParams, transaction: Transaction): Promise<Tokens> {
    const received = await exchangeCode(provider, answer, transaction)
    // Someone signed out while the provider was asked without a word: that must stand.
    if (transaction.silent && (await signedOut.isSet())) throw new IdentityError('login_required')
    return received
  }

  async function keep(received: Tokens, { silent }: Pick<Transaction, 'silent'>): Promise<Tokens> {
    // Before the tokens wake the other tabs.
    if (!silent) await signedOut.remove()
    await tokens.write(received)
    return received
  }

  async function ask(wish: AuthorizationWish, way: AuthorizationWay): Promise<Tokens> {
    const request = await createAuthorizationRequest(provider, `${origin}${silentPage}`, wish)
    return exchange(await way(request), request.transaction)
  }

  const renewal = {
    provider,
    store: tokens,
    locks,
    askSilently: (before: StoredTokens | null) =>
      askHidden({ provider, signedOut, mark: silent, origin, ask: (wish) => ask(wish, hidden) }, before),
  }

  return {
    tokens,
    signedOut,
    silent,
    unanswered() {
      const asked = readTransaction(sessionStorage)
      return asked && withSafeReturn(asked)
    },
    forgetUnanswered,
    async arrive(address) {
      const answer = authorizationResponseIn(address, origin)
      if (!answer) return null
      let asked: Transaction | null = null
      try {
        asked = withSafeReturn(requireOwnTransaction(answer, readTransaction(sessionStorage)))
        forgetUnanswered()
        return { asked, tokens: await keep(await exchange(answer, asked), asked) }
      } catch (error) {
        return { asked, error: identityErrorFrom(error) }
      }
    },
    async leave(wish) {
      const { url, transaction } = await createAuthorizationRequest(provider, `${origin}/`, wish)
      keepTransaction(sessionStorage, transaction)
      settings.leaveFor(url.href)
    },
    async signIn(wish, way) {
      const received = await keep(await ask(wish, way), wish)
      forgetUnanswered()
      return received
    },
    silentWish: (returnTo, before) => silentWish(provider, returnTo, before),
    renew(refused) {
      const running = renewals.get(refused)
      if (running) return running
      const renewed = renewTokens(renewal, refused).finally(() => renewals.delete(refused))
      renewals.set(refused, renewed)
      return renewed
    },
    isReachable: provider.isReachable,
    endSessionUrl: (idToken) => endSessionUrl(provider, origin, idToken),
  }
}

/** Where the provider ends its own session and sends the browser back; null if it has no such place. */
async function endSessionUrl(
  provider: Provider,
  origin: string,
  idToken: string | undefined,
): Promise<string | null> {
  const { end_session_endpoint } = await provider.metadata()
  if (!end_session_endpoint) return null
  const url = new URL(end_session_endpoint)
  if (idToken) url.searchParams.set('id_token_hint', idToken)
  url.searchParams.set('client_id', provider.identity.client_id)
  url.searchParams.set('post_logout_redirect_uri', `${origin}/login`)
  return url.href
}
