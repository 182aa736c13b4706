import type { AppConfig } from '@cresyl/contract/people/app-config'
import type { AuthorizationWish } from '../identity/authorization-request.ts'
import { byPopup } from '../identity/by-popup.ts'
import type { IdentityClient } from '../identity/identity-client.ts'
import { IdentityError, identityErrorFrom } from '../identity/identity-error.ts'
import { loginAddress, loginHintOf, returnToOf, safeReturnTo } from '../identity/return-to.ts'
import type { SessionEnvironment } from './environment.ts'
import type { Stage } from './stage.ts'
import type { SignInOptions } from './state.ts'

export function notSwitched({ detail, message }: IdentityError): string {
  return `The organisation could not be changed: ${detail ?? message}`
}

/** What people do by hand: sign in, and go over to another of their organisations. */
export function createSigningIn(
  { identity }: AppConfig,
  client: IdentityClient,
  stage: Stage,
  environment: SessionEnvironment,
) {
  const { page, windows, after } = environment

  function wishOf({ returnTo, demoUser, organization, loginHint }: SignInOptions): AuthorizationWish {
    const hint = loginHint ?? loginHintOf(page.address(), page.origin)
    return {
      returnTo:
        returnTo === undefined
          ? returnToOf(page.address(), page.origin)
          : safeReturnTo(returnTo, page.origin),
      silent: false,
      ...(hint && { loginHint: hint }),
      ...(organization !== undefined && { organization }),
      ...(demoUser !== undefined && { extra: { demo_user: demoUser } }),
    }
  }

  async function byRedirect(wish: AuthorizationWish): Promise<void> {
    try {
      await client.leave(wish)
    } catch (cause) {
      if (stage.getState().status === 'signed-in') stage.leaveFor(loginAddress(wish.returnTo))
      else stage.stayOut(wish.returnTo, { error: identityErrorFrom(cause) })
    }
  }

  /** The window is opened before anything is waited for: browsers allow it only while a click is handled. */
  async function inPopup(wish: AuthorizationWish, signal: AbortSignal | undefined): Promise<void> {
    const popup = windows.openPopup()
    if (!popup) return stage.stayOut(wish.returnTo, { error: new IdentityError('popup_open') })
    // What went wrong before is no longer of interest.
    stage.stayOut(wish.returnTo)
    try {
      await client.signIn(wish, byPopup(popup, { windows, after, signal }))
      client.silent.forget()
      stage.leaveFor(wish.returnTo)
    } catch (cause) {
      if (!signal?.aborted) stage.stayOut(wish.returnTo, { error: identityErrorFrom(cause) })
    } finally {
      popup.close()
    }
  }

  return {
    async signIn({ way = 'redirect', signal, ...options }: SignInOptions = {}): Promise<void> {
      const wish = wishOf(options)
      const isOut = stage.getState().status === 'signed-out'
      await (way === 'popup' && isOut ? inPopup(wish, signal) : byRedirect(wish))
    },
    async switchOrganization(organization: string): Promise<void> {
      if (identity.organization_parameter === null || identity.organization !== null) {
        throw new Error(
          'The sign-in service of this installation cannot switch organisation. Sign out, then sign in with your account of the other organisation.',
        )
      }
      try {
        await client.leave({ returnTo: '/', silent: false, organization, switchFrom: page.address() })
      } catch (cause) {
        throw new Error(notSwitched(identityErrorFrom(cause)), { cause })
      }
    },
  }
}
