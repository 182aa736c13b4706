import type { Permission } from '@cresyl/contract/api/permissions'
import type { AppConfig } from '@cresyl/contract/people/app-config'
import { IdentityError } from '../identity/identity-error.ts'
import { isLogin, loginAddress } from '../identity/return-to.ts'
import type { StoredTokens, Tokens } from '../identity/tokens.ts'
import type { PageControl } from './environment.ts'
import type { RefusalNote } from './refusal-note.ts'
import type { SessionState, Standing } from './state.ts'
import { tokenPermissions } from './token-permissions.ts'
import { userOf } from './user.ts'

/** What is the case, and the ways from one state of the page to another. */
export interface Stage {
  getState(): SessionState
  subscribe(listener: () => void): () => void
  /** The tokens of whoever is signed in. */
  known(): Tokens | null
  /** The page is on its way out: nothing that comes in now counts. */
  isLeaving(): boolean
  /** By the token, or by what the server told where the token does not say. */
  permissionsOf(token: string | null): readonly Permission[]
  enter(tokens: Tokens): void
  learn(standing: Standing): void
  /** Only while the app starts: later the page is loaded anew, so that nothing of the person stays behind. */
  stayOut(
    returnTo: string,
    more?: {
      error?: IdentityError | undefined
      loginHint?: string | undefined
      /** Tokens that could not be renewed just now. */
      waiting?: StoredTokens | null
    },
  ): void
  stayOutUnended(): void
  /** From here on nothing of the person is shown or renewed. */
  close(): void
  leaveFor(address: string): void
}

function refused(detail: string | undefined): IdentityError | undefined {
  return detail === undefined ? undefined : new IdentityError('refused', { detail })
}

export function createStage(
  config: AppConfig,
  page: PageControl,
  now: () => number,
  refusal: RefusalNote,
): Stage {
  const tokenPermits = tokenPermissions(now, config.identity.claims.permissions)
  const listeners = new Set<() => void>()
  let state: SessionState = { status: 'checking' }
  let known: Tokens | null = null
  let standing: Standing | undefined
  let leaving = false

  function setState(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  const permissionsOf = (token: string | null) => tokenPermits(token) ?? standing?.permissions ?? []

  function show({ claims, accessToken }: Tokens): void {
    setState({
      status: 'signed-in',
      user: userOf(claims, config.identity),
      permissions: permissionsOf(accessToken),
      superadmin: claims.superadmin === true || standing?.superadmin === true,
      acting: claims.acting === true || standing?.acting === true,
    })
  }

  function close(): void {
    leaving = true
    known = null
    setState({ status: 'checking' })
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    known: () => known,
    isLeaving: () => leaving,
    permissionsOf,
    enter(tokens) {
      if (leaving) return
      refusal.drop()
      known = tokens
      show(tokens)
    },
    learn(told) {
      if (JSON.stringify(told) === JSON.stringify(standing)) return
      standing = told
      if (known && !leaving) show(known)
    },
    stayOut(returnTo, { error = refused(refusal.take()), loginHint, waiting } = {}) {
      if (!isLogin(page.address())) page.replace(loginAddress(returnTo, loginHint))
      setState({
        status: 'signed-out',
        ...(error && { error }),
        ...(waiting && { waiting: userOf(waiting.claims, config.identity) }),
      })
    },
    stayOutUnended() {
      // Without a connection another page would be the browser's own about that: /login is shown in this one.
      page.replace(loginAddress('/'))
      leaving = false
      setState({ status: 'signed-out', providerSession: 'not-ended' })
    },
    close,
    leaveFor(address) {
      close()
      page.leaveFor(address)
    },
  }
}
