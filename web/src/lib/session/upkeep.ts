import type { IdentityClient } from '../identity/identity-client.ts'
import { endsSession, identityErrorFrom } from '../identity/identity-error.ts'
import { loginAddress, returnToOf } from '../identity/return-to.ts'
import { accessTokenKey, type Tokens } from '../identity/tokens.ts'
import type { Beginning } from './beginning.ts'
import type { SessionEnvironment } from './environment.ts'
import type { Stage } from './stage.ts'
import type { User } from './state.ts'

/** Keeps the token fresh and the tabs of the browser of one mind. */
export function createUpkeep(
  client: IdentityClient,
  stage: Stage,
  environment: SessionEnvironment,
  { end, clearStorage, loginAfterEnd }: Beginning,
) {
  const { page, tabs, now } = environment
  const { tokens, silent } = client
  const timer = renewalTimer(environment, wake)

  /** Someone may have signed out while something was waited for. */
  const isOver = () => stage.isLeaving() || stage.getState().status !== 'signed-in'

  /** Nobody is in, only because the provider could not be reached. */
  function isWaiting(): boolean {
    const state = stage.getState()
    return state.status === 'signed-out' && state.waiting !== undefined
  }

  function followState(): void {
    const known = stage.known()
    if (known) timer.renewAt(known.renewAt)
    else if (isWaiting()) timer.tryAgainLater()
    else timer.stop()
  }

  async function renew(refused?: string): Promise<string | null> {
    const state = stage.getState()
    if (stage.isLeaving() || state.status !== 'signed-in') return null
    try {
      const renewed = await client.renew(refused)
      if (isOver()) return null
      const elsewhere = addressForOthers(state.user, renewed)
      if (elsewhere !== null) {
        stage.leaveFor(elsewhere)
        return null
      }
      if (renewed.accessToken !== stage.known()?.accessToken) stage.enter(renewed)
      return renewed.accessToken
    } catch (cause) {
      const error = identityErrorFrom(cause)
      if (!endsSession(error)) throw error
      if (!isOver()) await end()
      return null
    }
  }

  /** Where the page is loaded anew if the tokens are another's; null if they are not. */
  function addressForOthers(user: User, { claims }: Tokens): string | null {
    // What the address names need not exist in another organisation.
    if (user.org_id !== claims.org_id) return '/'
    return user.id === claims.sub ? null : page.address()
  }

  async function accessToken(): Promise<string | null> {
    const stored = tokens.accessToken()
    const known = stage.known()
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
    renew().then(followState, () => timer.tryAgainLater())
  }

  async function signedOutElsewhere(isTold: boolean): Promise<void> {
    silent.forbid()
    if (isOver()) return
    stage.close()
    // What this page wrote after the other tab had cleared it.
    if (tokens.accessToken() === null) await clearStorage()
    if (await client.isReachable()) stage.leaveFor(isTold ? loginAddress('/') : await loginAfterEnd())
    else stage.stayOutUnended()
  }

  function changedElsewhere(key: string | null): void {
    if (key !== null && key !== accessTokenKey) return
    if (tokens.accessToken() === null) void signedOutElsewhere(false)
    else wake()
  }

  function wake(): void {
    if (stage.isLeaving()) return
    const { status } = stage.getState()
    if (status === 'signed-in') keepFresh()
    if (status === 'signed-out') void rejoin()
  }

  /** Someone signed in in another tab, or the connection that failed at the start is back. */
  async function rejoin(): Promise<void> {
    if (!(await tokens.read().catch(() => null))) return
    const renewed = await client.renew().catch(() => null)
    if (stage.isLeaving()) return
    if (!renewed) return followState()
    silent.forget()
    stage.leaveFor(returnToOf(page.address(), page.origin))
  }

  return {
    renew,
    accessToken,
    /** Returns what ends it. */
    begin(): () => void {
      const stops = [
        stage.subscribe(followState),
        tabs.onSignedOut(() => void signedOutElsewhere(true)),
        tabs.onStorage(changedElsewhere),
        environment.onWake(wake),
        timer.stop,
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

const firstRetry = 5_000
const longestRetry = 60_000

/**
 * Calls `renew` when it is time. While that fails for reasons that may pass, it is called again, less and less
 * often; the session stays as it is.
 */
function renewalTimer(environment: Pick<SessionEnvironment, 'after' | 'now'>, renew: () => void) {
  let cancel: (() => void) | undefined
  let retry = firstRetry

  function schedule(milliseconds: number): void {
    cancel?.()
    cancel = environment.after(milliseconds, renew)
  }

  return {
    renewAt(time: number): void {
      retry = firstRetry
      schedule(Math.max(0, time - environment.now()))
    },
    tryAgainLater(): void {
      schedule(retry)
      retry = Math.min(retry * 2, longestRetry)
    },
    stop(): void {
      cancel?.()
      cancel = undefined
    },
  }
}
