import type { AppConfig } from '@cresyl/contract/app-config'
import type { AuthorizationWish } from '../identity/authorization-request.ts'
import { byRedirect } from '../identity/authorization-ways.ts'
import { createIdentityClient } from '../identity/identity-client.ts'
import { describeIdentityError, endsSession, identityErrorFrom } from '../identity/identity-error.ts'
import { isLogin, loginAddress, returnToOf, safeReturnTo } from '../identity/return-to.ts'
import { silentMark } from '../identity/silent-mark.ts'
import { accessTokenKey, isUsable, type Tokens } from '../identity/tokens.ts'
import type { SessionEnvironment } from './environment.ts'
import { renewalTimer } from './renewal-timer.ts'
import type { Session, SessionState, User } from './state.ts'
import { tokenPermissions } from './token-permissions.ts'
import { userOf } from './user.ts'

export function createSession(config: AppConfig, environment: SessionEnvironment): Session {
  const { page, tabs, now, localStorage, sessionStorage } = environment
  const client = createIdentityClient({
    ...environment,
    identity: config.identity,
    origin: page.origin,
    way: byRedirect(sessionStorage, leaveFor),
  })
  const { tokens, signedOut } = client
  const silent = silentMark(sessionStorage, now)
  const permissionsOf = tokenPermissions(now)
  const timer = renewalTimer(environment, keepFresh)
  const listeners = new Set<() => void>()
  let state: SessionState = { status: 'checking' }
  let known: Tokens | null = null
  let leaving = false
  let stopListening = () => {}

  function setState(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  /** From here on nothing of the person is shown or renewed. */
  function close(): void {
    leaving = true
    known = null
    timer.stop()
    setState({ status: 'checking' })
  }

  function leaveFor(address: string): void {
    close()
    page.leaveFor(address)
  }

  function enter(entered: Tokens): void {
    if (leaving) return
    known = entered
    timer.renewAt(entered.renewAt)
    const permissions = permissionsOf(entered.accessToken)
    setState({ status: 'signed-in', user: userOf(entered.claims), permissions })
  }

  /** Only while the app starts: later the page is loaded anew, so that nothing of the person stays behind. */
  function stayOut(returnTo: string, error?: string): void {
    if (!isLogin(page.address())) page.replace(loginAddress(returnTo))
    setState({ status: 'signed-out', ...(error !== undefined && { error }) })
  }

  /** Without a connection another page would be the browser's own about that: /login is shown in this one. */
  function stayOutUnended(): void {
    page.replace(loginAddress('/'))
    leaving = false
    setState({ status: 'signed-out', providerSession: 'not-ended' })
  }

  // A database that fails must not keep anyone from leaving, or from the login page.
  const readTokens = () => tokens.read().catch(() => null)
  const forgetTokens = () => tokens.forget().catch(() => undefined)

  async function arriveOrResume(): Promise<void> {
    const arrival = await client.arrive(page.address())
    if (!arrival) return resume()
    page.replace(arrival.returnTo)
    if ('tokens' in arrival) {
      if (!arrival.silent) silent.forget()
      return enter(arrival.tokens)
    }
    const { error, returnTo, asked } = arrival
    // An answer that nobody here asked for, or one overtaken by another tab, must not end a session.
    const stored = await readTokens()
    if (stored && (!asked || isUsable(stored, now()))) return resume()
    await forgetTokens()
    const expected = arrival.silent && error.code === 'login_required'
    stayOut(returnTo, expected ? undefined : describeIdentityError(error))
  }

  async function resume(): Promise<void> {
    const returnTo = returnToOf(page.address(), page.origin)
    try {
      const stored = await tokens.read()
      enter(isUsable(stored, now()) ? stored : await client.renew())
    } catch (cause) {
      const error = identityErrorFrom(cause)
      if (!endsSession(error)) return stayOut(returnTo, describeIdentityError(error))
      if (await mayAskSilently()) return askSilently(returnTo)
      await forgetTokens()
      stayOut(returnTo)
    }
  }

  async function mayAskSilently(): Promise<boolean> {
    return silent.allowed() && !(await signedOut.isSet())
  }

  async function askSilently(returnTo: string): Promise<void> {
    silent.tried()
    const idTokenHint = (await readTokens())?.idToken
    await authorize({ returnTo, silent: true, ...(idTokenHint && { idTokenHint }) })
  }

  async function authorize(wish: AuthorizationWish): Promise<void> {
    try {
      await client.authorize(wish)
    } catch (cause) {
      if (state.status === 'signed-in') leaveFor(loginAddress(wish.returnTo))
      else stayOut(wish.returnTo, describeIdentityError(identityErrorFrom(cause)))
    }
  }

  /** The provider no longer renews this session: ask it once for another, else show /login. */
  async function end(): Promise<void> {
    leaving = true
    const returnTo = returnToOf(page.address(), page.origin)
    if (await mayAskSilently()) return askSilently(returnTo)
    await forgetTokens()
    leaveFor(loginAddress(returnTo))
  }

  /** Someone may have signed out while something was waited for. */
  const isOver = () => leaving || state.status !== 'signed-in'

  async function renew(refused?: string): Promise<string | null> {
    if (leaving || state.status !== 'signed-in') return null
    const { user } = state
    try {
      const renewed = await client.renew(refused)
      if (isOver()) return null
      if (!isOf(user, renewed)) {
        leaveFor(page.address())
        return null
      }
      if (renewed.accessToken !== known?.accessToken) enter(renewed)
      return renewed.accessToken
    } catch (cause) {
      const error = identityErrorFrom(cause)
      if (!endsSession(error)) throw error
      if (!isOver()) await end()
      return null
    }
  }

  async function accessToken(): Promise<string | null> {
    const stored = tokens.accessToken()
    const cached = known?.accessToken === stored ? known : null
    if (cached && now() < cached.renewAt) return stored
    try {
      return await renew()
    } catch (error) {
      // It is due for renewal but still good: better than none.
      if (cached && now() < cached.expiresAt) return stored
      throw error
    }
  }

  function keepFresh(): void {
    renew().then(
      () => known && timer.renewAt(known.renewAt),
      () => timer.tryAgainLater(),
    )
  }

  /** Everything of this origin's local storage goes, and the other tabs learn of it. */
  async function forgetEverything(): Promise<void> {
    silent.forbid()
    localStorage.clear()
    tabs.tellSignedOut()
    await forgetTokens()
  }

  function signedOutElsewhere(): void {
    silent.forbid()
    if (isOver()) return
    close()
    client.isReachable().then((reachable) => (reachable ? leaveFor(loginAddress('/')) : stayOutUnended()))
  }

  function changedElsewhere(key: string | null): void {
    if (key !== null && key !== accessTokenKey) return
    if (tokens.accessToken() === null) signedOutElsewhere()
    else wake()
  }

  function wake(): void {
    if (leaving) return
    if (state.status === 'signed-in') keepFresh()
    if (state.status === 'signed-out') void rejoin()
  }

  /** Someone signed in in another tab, or the connection that failed at the start is back. */
  async function rejoin(): Promise<void> {
    if (!(await readTokens())) return
    const renewed = await client.renew().catch(() => null)
    if (renewed && !leaving) leaveFor(returnToOf(page.address(), page.origin))
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async start() {
      const stops = [
        tabs.onSignedOut(signedOutElsewhere),
        tabs.onStorage(changedElsewhere),
        environment.onWake(wake),
      ]
      stopListening = () => {
        for (const stop of stops) stop()
      }
      await arriveOrResume()
    },
    async signIn({ returnTo, demoUser } = {}) {
      await authorize({
        returnTo:
          returnTo === undefined
            ? returnToOf(page.address(), page.origin)
            : safeReturnTo(returnTo, page.origin),
        silent: false,
        ...(demoUser !== undefined && { extra: { demo_user: demoUser } }),
      })
    },
    async signOut() {
      if (leaving) return
      close()
      const stored = await readTokens()
      await signedOut.set().catch(() => undefined)
      await forgetEverything()
      if (!(await client.isReachable())) return stayOutUnended()
      const url = await client.endSessionUrl(stored?.idToken).catch(() => null)
      leaveFor(url ?? loginAddress('/'))
    },
    can: (permission) => permissionsOf(tokens.accessToken()).includes(permission),
    accessToken,
    renew: (refused) => renew(refused ?? tokens.accessToken() ?? undefined),
    expire(returnTo) {
      if (leaving || state.status === 'signed-out') return
      leaving = true
      const address = loginAddress(returnToOf(returnTo ?? page.address(), page.origin))
      forgetEverything().then(() => leaveFor(address))
    },
    stop() {
      timer.stop()
      stopListening()
    },
  }
}

function isOf(user: User, { claims }: Tokens): boolean {
  return user.id === claims.sub && user.org_id === claims.org_id
}
