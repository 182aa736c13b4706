import type { IdentityClient } from '../identity/identity-client.ts'
import {
  endsSession,
  type IdentityError,
  identityErrorFrom,
  isOutOfReach,
} from '../identity/identity-error.ts'
import { isLogin, loginAddress, loginHintOf, returnToOf } from '../identity/return-to.ts'
import { isUsable } from '../identity/tokens.ts'
import type { Transaction } from '../identity/transaction.ts'
import type { SessionEnvironment } from './environment.ts'
import { notSwitched } from './signing-in.ts'
import type { Stage } from './stage.ts'

/** How a page gets to know who is there, and how it asks once more before it gives up. */
export function createBeginning(client: IdentityClient, stage: Stage, environment: SessionEnvironment) {
  const { page, now, localStorage } = environment
  const { tokens, signedOut, silent } = client
  let notice: string | null = null

  // A database that fails must not keep anyone from the login page.
  const readTokens = () => tokens.read().catch(() => null)

  /** Reading first gives the page time to end what writes there. */
  async function clearStorage(): Promise<void> {
    const stored = await readTokens()
    if (stored) environment.beforeClearing?.(stored.claims)
    if (localStorage.length > 0) localStorage.clear()
  }

  async function forgetEverything(): Promise<void> {
    await clearStorage()
    await tokens.forget().catch(() => undefined)
  }

  async function begin(): Promise<void> {
    const arrival = await client.arrive(page.address())
    if (!arrival) {
      takeUpUnanswered()
      return resume()
    }
    const { asked } = arrival
    page.replace(asked?.returnTo ?? '/')
    if ('error' in arrival) return recover(arrival.error, asked)
    if (!arrival.asked.silent) silent.forget()
    stage.enter(arrival.tokens)
  }

  /** The provider's own pages lead back to /login, whatever page was wanted. */
  function takeUpUnanswered(): void {
    const address = page.address()
    if (!isLogin(address) || returnToOf(address, page.origin) !== '/') return
    const asked = client.unanswered()
    if (!asked) return
    const loginHint = loginHintOf(address, page.origin) ?? asked.loginHint
    page.replace(asked.switchFrom ?? loginAddress(asked.returnTo, loginHint))
  }

  async function recover(error: IdentityError, asked: Transaction | null): Promise<void> {
    if (asked?.switchFrom !== undefined) {
      page.replace(asked.switchFrom)
      notice = notSwitched(error)
      return resume()
    }
    // An answer that nobody here asked for, or one overtaken by another tab, must not end a session.
    const stored = await readTokens()
    if (stored && (!asked || isUsable(stored, now()))) return resume()
    await forgetEverything()
    const expected = asked?.silent && error.code === 'login_required'
    stage.stayOut(asked?.returnTo ?? '/', {
      error: expected ? undefined : error,
      loginHint: asked?.loginHint,
    })
  }

  async function resume(): Promise<void> {
    const returnTo = returnToOf(page.address(), page.origin)
    try {
      const stored = await tokens.read()
      stage.enter(isUsable(stored, now()) ? stored : await client.renew())
    } catch (cause) {
      const error = identityErrorFrom(cause)
      if (isOutOfReach(error)) return stage.stayOut(returnTo, { error, waiting: await readTokens() })
      if (!endsSession(error)) return stage.stayOut(returnTo, { error })
      if (await mayLeaveToAsk()) return leaveToAsk(returnTo)
      await forgetEverything()
      stage.stayOut(returnTo)
    }
  }

  /** What somebody looked at who has signed out is no page for the next person, whichever tab hears of it how. */
  async function loginAfterEnd(): Promise<string> {
    return loginAddress((await signedOut.isSet(false)) ? '/' : returnToOf(page.address(), page.origin))
  }

  async function mayLeaveToAsk(): Promise<boolean> {
    return silent.allowed() && !(await signedOut.isSet())
  }

  async function leaveToAsk(returnTo: string): Promise<void> {
    silent.tried()
    const before = await readTokens()
    const loginHint = loginHintOf(page.address(), page.origin)
    try {
      await client.leave({ ...client.silentWish(returnTo, before), ...(loginHint && { loginHint }) })
    } catch (cause) {
      if (stage.isLeaving()) stage.leaveFor(loginAddress(returnTo))
      else stage.stayOut(returnTo, { error: identityErrorFrom(cause) })
    }
  }

  return {
    begin,
    clearStorage,
    forgetEverything,
    loginAfterEnd,
    /** The provider no longer renews this session: ask it once for another, else show /login. */
    async end(): Promise<void> {
      stage.close()
      const returnTo = returnToOf(page.address(), page.origin)
      await clearStorage()
      if (await mayLeaveToAsk()) return leaveToAsk(returnTo)
      await forgetEverything()
      stage.leaveFor(await loginAfterEnd())
    },
    takeNotice(): string | null {
      const taken = notice
      notice = null
      return taken
    },
  }
}

export type Beginning = ReturnType<typeof createBeginning>
