import type { AuthorizationWish } from './authorization-request.ts'
import { IdentityError, identityErrorFrom } from './identity-error.ts'
import type { Provider } from './provider.ts'
import type { SignedOutMark } from './signed-out-mark.ts'
import type { SilentMark } from './silent-mark.ts'
import type { StoredTokens, Tokens } from './tokens.ts'

/** Whoever was signed in so far. */
type Before = Pick<StoredTokens, 'idToken' | 'claims'>

/** The same person in the same organisation is asked for again; where nobody was there, whoever there is. */
export function silentWish(
  { identity }: Pick<Provider, 'identity'>,
  returnTo: string,
  before: Before | null,
): AuthorizationWish {
  if (!before) return { returnTo, silent: true }
  const { sub, org_id } = before.claims
  return {
    returnTo,
    silent: true,
    idTokenHint: before.idToken,
    person: { sub, org_id },
    ...(identity.organization_parameter !== null &&
      identity.organization === null && { organization: org_id }),
  }
}

interface HiddenAsking {
  provider: Provider
  signedOut: SignedOutMark
  mark: SilentMark
  /** The page's. */
  origin: string
  ask(wish: AuthorizationWish): Promise<Tokens>
}

/**
 * Asks the provider where nobody sees it; null if it must not be asked. Whatever it says instead of tokens, there
 * are other ways to ask it: browsers may keep its cookies from it in a frame.
 */
export async function askHidden(
  { provider, signedOut, mark, origin, ask }: HiddenAsking,
  before: StoredTokens | null,
): Promise<Tokens | null> {
  const barred = before ? mark.forbidden() : !mark.allowed()
  if (barred || (await signedOut.isSet())) return null
  try {
    return await ask(silentWish(provider, '/', before))
  } catch (cause) {
    const error = identityErrorFrom(cause)
    if (error.code === 'unreachable') throw error
    if (error.code === 'timeout' && !(await provider.isReachable())) throw error
    // On our own origin the cookies are there: asking once more by leaving the page would bring no other answer.
    const isFinal = error.code === 'login_required' && isOn(origin, provider)
    if (isFinal) mark.tried()
    throw new IdentityError('login_required', { cause: error })
  }
}

function isOn(origin: string, { identity }: Provider): boolean {
  return new URL(identity.issuer).origin === origin
}
